# ---
# title: Mark the essay
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "Each sentence stands in the essay as an article has it, or corrected; the table `SENTENCES`
#     shows both. Ask what would have to be counted, or looked up, to tell the two apart."
#   - "The chapters that have it: `machines` 02 and 04, `makers` 07 and 20, `networks` 12 and 13,
#     `clusters` 18. Each sentence was on trial there."
#   - "The table of chapter 18 settles `clusters`: machines or GPUs, a million or billions, and
#     which of the two had the higher peak. In `networks`, count the layers whose output nobody
#     sees."
# ---

# %% [markdown]
# Mark an essay that was written after the five articles: which of its sentences are wrong?
#
# It has four paragraphs of four sentences. Of each sentence there are two versions, one as an
# article tells it and one that holds; the essay, dealt for you, has one of them, so that a
# paragraph may hold in all four, or in none. Write down for each paragraph the numbers of the
# sentences that are wrong, the smallest first: `[1, 3]`, and `[]` where all hold. Look up what you
# do not know. The bibliography of the book links to the five articles.

# %% given
versions = figures(
    "machines: int in 0..15, makers: int in 0..15, networks: int in 0..15, clusters: int in 0..15"
)

SENTENCES = {
    "machines": (
        ("No CPU has more than 18 cores.", "CPUs are sold with more than a hundred cores."),
        (
            "Clocks doubled in two years or three. They stopped, and transistors grew in number.",
            "Clocks doubled nearly every year, until no more transistors fitted on a chip.",
        ),
        (
            "To hide the wait for memory behind many threads is the strength of a CPU.",
            "To hide the wait for memory behind many threads is the strength of a GPU.",
        ),
        (
            "A server's memory holds more than a GPU's.",
            "A GPU's memory holds more than a server's.",
        ),
    ),
    "makers": (
        (
            "CUDA is C++ with a few words more, and most who use a GPU never write any.",
            "CUDA is a language of its own, and who trains on a GPU programs in it.",
        ),
        (
            "There are two makers of what trains networks, NVIDIA and AMD.",
            "NVIDIA, AMD, Intel, Apple and Google make chips on which networks are trained.",
        ),
        (
            "Before CUDA, a product of matrices on a graphics card was written as a picture.",
            "Before CUDA, nobody had a product of matrices computed by a graphics card.",
        ),
        (
            "All that a framework runs on a GPU was written by hand, in cuDNN.",
            "Some of what a framework runs on a GPU was made by a compiler, for your very shapes.",
        ),
    ),
    "networks": (
        ("AlexNet and GoogLeNet are sets of pictures.", "AlexNet and GoogLeNet are networks."),
        ("Fifteen layers of VGG-16 are hidden.", "Sixteen layers of VGG-16 are hidden."),
        (
            "The backward pass makes gradients, and changes no weight.",
            "The backward pass makes gradients, and changes the weights by them.",
        ),
        (
            "To train a model costs more than to use it, however many it serves.",
            "What a model costs over its life depends on how many it serves.",
        ),
    ),
    "clusters": (
        (
            "Google's machines for that network had cost about a million dollars.",
            "Google's machines for that network had cost about five billion dollars.",
        ),
        (
            "Stanford trained as large a network on three GPUs.",
            "Stanford trained as large a network on three machines with four GPUs each.",
        ),
        (
            "In operations a second the two systems were alike.",
            "In operations a second Google's system could do several times as many.",
        ),
        (
            "Twice as many GPUs took a training somewhat more than half of the time.",
            "Twice as many GPUs take any training half of the time.",
        ),
    ),
}
essay = {
    paragraph: {
        at + 1: pair[getattr(versions, paragraph) >> at & 1] for at, pair in enumerate(pairs)
    }
    for paragraph, pairs in SENTENCES.items()
}
essay

# %% answer
# Four lists of the numbers 1 to 4. The essay above is `essay["machines"]` and so on.
### BEGIN SOLUTION
# Which of the two versions of each sentence is wrong: the first, 0, or the second, 1.
SLIPS = {
    "machines": (0, 1, 0, 1),
    "makers": (1, 0, 1, 0),
    "networks": (0, 1, 1, 0),
    "clusters": (1, 0, 0, 1),
}


def wrong(paragraph):
    dealt, slips = getattr(versions, paragraph), SLIPS[paragraph]
    return [at + 1 for at in range(4) if dealt >> at & 1 == slips[at]]


machines = wrong("machines")
makers = wrong("makers")
networks = wrong("networks")
clusters = wrong("clusters")
### END SOLUTION

# %% check
check(machines=machines, makers=makers, networks=networks, clusters=clusters)
