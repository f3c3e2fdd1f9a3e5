# ---
# title: Which came first?
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "What uses another thing is younger than that thing. A paper has its year on its first page;
#     begin with those that you know."
#   - "The name GPU was on a box in 1999, and Sony had used it before. CUDA was shown in November
#     2006, and the network that won the contest of pictures is of 2012. The article with the TPUs
#     is of May 2017."
#   - "The years of the four hands, oldest first: 1958, 1966, 1986, 1989, 1999; 2001, 2004, 2005,
#     2006, 2007; 2004, 2006, 2009, 2012, 2014; 1994, 1999, 2014, 2015, 2017."
# ---

# %% [markdown]
# Put four hands of five cards into the order in which things happened, the oldest first.
#
# Each card is an event, and has a number from 1 to 5; the cards are dealt for you. No two events
# of a hand are of the same year. Write down the numbers of the cards as a list: if card 4 is the
# oldest and card 2 the next, `[4, 2, ...]`. Look up what you do not know: most cards say who did
# it. Each hand belongs to a sentence of an article, which it confirms or not.
#
# | hand | the sentence |
# |---|---|
# | `ideas` | “Neural networks and deep learning are not recent methods.” |
# | `science` | “But, at this time researchers had to code every algorithm on a GPU” |
# | `response` | of attention on deep learning: “In response to this, CUDA was invented” |
# | `chips` | “Nvidia is a technology company, inventor of GPU”; TPUs “later this year” (May 2017) |

# %% given
deal = figures("first: int in 0..4, step: int in 1..4")

EVENTS = {
    "ideas": (
        "four classes, by streams of instructions and of data: Flynn",
        "the perceptron: Rosenblatt",
        "a card sold as “the world's first GPU”: GeForce 256",
        "a convolutional network reads zip codes: LeCun and others",
        "backpropagation, in four pages: Rumelhart, Hinton and Williams",
    ),
    "science": (
        "a matrix product on a graphics card: Larsen and McAllister",
        "CUDA is shown to the public: NVIDIA",
        "LU on a graphics card, faster than on the CPU: Galoppo and others",
        "the tools of CUDA can be downloaded: NVIDIA",
        "Brook, programs for GPUs without words of graphics: Buck and others",
    ),
    "response": (
        "cuDNN, a library for networks on GPUs: Chetlur and others",
        "a neural network on a graphics card: Oh and Jung",
        "large networks trained on GPUs, with CUDA: Raina and others",
        "CUDA is shown to the public: NVIDIA",
        "AlexNet, trained on two GPUs: Krizhevsky and others",
    ),
    "chips": (
        "TPUs at work in Google's data centres: Jouppi and others",
        "a card sold as “the world's first GPU”: GeForce 256",
        "the chip of a game console is called a GPU: Sony",
        "the article expects TPUs “later this year”",
        "K80, a board with two GPUs: NVIDIA",
    ),
}
cards = {
    name: {card + 1: events[(deal.first + deal.step * card) % 5] for card in range(5)}
    for name, events in EVENTS.items()
}
cards

# %% answer
# Four lists of the numbers 1 to 5. The cards above are `cards["ideas"]` and so on.
### BEGIN SOLUTION
YEARS = {
    "perceptron": 1958,
    "Flynn": 1966,
    "backpropagation": 1986,
    "zip codes": 1989,
    "Sony": 1994,
    "first GPU": 1999,
    "matrix product": 2001,
    "Brook": 2004,
    "Oh and Jung": 2004,
    "LU": 2005,
    "CUDA is shown": 2006,
    "tools of CUDA": 2007,
    "Raina": 2009,
    "AlexNet": 2012,
    "cuDNN": 2014,
    "K80": 2014,
    "data centres": 2015,
    "article": 2017,
}


def oldest_first(hand):
    def year(card):
        return next(year for event, year in YEARS.items() if event in hand[card])

    return sorted(hand, key=year)


ideas = oldest_first(cards["ideas"])
science = oldest_first(cards["science"])
response = oldest_first(cards["response"])
chips = oldest_first(cards["chips"])
### END SOLUTION

# %% check
check(ideas=ideas, science=science, response=response, chips=chips)
