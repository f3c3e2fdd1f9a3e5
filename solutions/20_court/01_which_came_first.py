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

# %% wrong: cuda_as_an_answer
# In `response` you put CUDA after AlexNet, as the article does: invented in response to the
# attention on deep learning. It was there six years before AlexNet, and the first large networks on
# GPUs used it.
#
# -    "CUDA is shown": 2006,
# +    "CUDA is shown": 2013,

# %% wrong: no_network_before_cuda
# In `response` you let networks on a graphics card wait for CUDA. Oh and Jung wrote theirs in the
# language of graphics, two years before.
#
# -    "Oh and Jung": 2004,
# +    "Oh and Jung": 2008,

# %% wrong: networks_begin_with_alexnet
# In `response` you put AlexNet before Raina's networks. It won a contest and became famous;
# networks had been trained on GPUs with CUDA three years before.
#
# -    "Raina": 2009,
# +    "Raina": 2013,

# %% wrong: library_first
# In `response` you put cuDNN before AlexNet. AlexNet's authors wrote their convolutions themselves;
# a library from the maker came two years later. *This* was a response.
#
# -    "cuDNN": 2014,
# +    "cuDNN": 2011,

# %% wrong: tpu_to_come
# In `chips` you believed the article, which says that TPUs will come. They had been at work in
# Google's own data centres for two years when it was written.
#
# -    "data centres": 2015,
# +    "data centres": 2018,

# %% wrong: tpu_before_the_k80
# In `chips` you put the TPU before the K80. The K80 was there first: it is the GPU with which the
# paper about the TPU compares it.
#
# -    "data centres": 2015,
# +    "data centres": 2013,

# %% wrong: nvidia_invented_it
# In `chips` you put the card that was sold as “the world's first GPU” before Sony's. Sony had used
# the word of the chip in its game console five years earlier; the name became NVIDIA's by trade.
#
# -    "Sony": 1994,
# +    "Sony": 2000,

# %% wrong: tools_before_the_show
# In `science` you put the tools of CUDA before CUDA was shown. Two articles give two years: shown
# in November 2006, to be downloaded in 2007.
#
# -    "tools of CUDA": 2007,
# +    "tools of CUDA": 2005.5,

# %% wrong: product_waits_for_cuda
# In `science` you let a matrix product on a graphics card wait for CUDA. It came five years
# earlier, in the language of graphics: that is what the sentence means.
#
# -    "matrix product": 2001,
# +    "matrix product": 2007,

# %% wrong: brook_after_cuda
# In `science` you put Brook after CUDA. It came first: a language for GPUs in which programs need
# no triangles.
#
# -    "Brook": 2004,
# +    "Brook": 2008,


# %% wrong: brook_between_show_and_tools
# In `science` you put CUDA before Brook. Brook was the first GPU language whose programs do not
# have to draw triangles, and CUDA was presented two years later.
#
# -    "Brook": 2004,
# +    "Brook": 2006.5,


# %% wrong: lu_before_the_product
# In `science` you put LU before the matrix product. A product is the simpler of the two, and was
# the first.
#
# -    "LU": 2005,
# +    "LU": 2000,

# %% wrong: convolutions_need_a_gpu
# In `ideas` you put convolutional networks after the first card that was sold as a GPU. They read
# zip codes ten years earlier, trained on a workstation.
#
# -    "zip codes": 1989,
# +    "zip codes": 2000,

# %% wrong: classes_are_recent
# In `ideas` you put Flynn's classes after backpropagation. They are twenty years older, from when
# machines of all four kinds were first thought of.
#
# -    "Flynn": 1966,
# +    "Flynn": 1987,

# %% wrong: zip_codes_before_backpropagation
# In `ideas` you put the network that reads zip codes before backpropagation. It was trained by
# backpropagation: its paper says so in the title.
#
# -    "backpropagation": 1986,
# +    "backpropagation": 1990,

# %% wrong: classes_before_the_perceptron
# In `ideas` you put Flynn's classes before the perceptron. It is eight years older than they are.
#
# -    "perceptron": 1958,
# +    "perceptron": 1970,

# %% wrong: brook_before_the_product
# In `science` you put Brook before the matrix product. The product was still written as a picture;
# Brook, three years later, is what made that needless.
#
# -    "Brook": 2004,
# +    "Brook": 2000,

# %% wrong: lu_before_brook
# In `science` you put LU before Brook. LU on a card came a year after Brook.
#
# -    "LU": 2005,
# +    "LU": 2002,

# %% wrong: trained_before_cuda
# In `response` you put Raina's networks before CUDA. They were trained with it: the card says so.
#
# -    "Raina": 2009,
# +    "Raina": 2005,

# %% wrong: newest_first
# Right, but the order is reversed: the oldest comes first.
#
# -    return sorted(hand, key=year)
# +    return sorted(hand, key=year, reverse=True)

# %% wrong: places_of_the_cards
# You gave for each card its place in time. The task asks for the cards: first the number of the
# oldest card, then the number of the next.
#
# -    return sorted(hand, key=year)
# +    order = sorted(hand, key=year)
# +    return [order.index(card) + 1 for card in hand]

# %% wrong: from_nought
# You counted the cards from 0. They have the numbers 1 to 5.
#
# -    return sorted(hand, key=year)
# +    return [card - 1 for card in sorted(hand, key=year)]


# %% right: by_names
def find(hand, *events):
    return tuple(card for event in events for card in hand if event in hand[card])


ideas = find(cards["ideas"], "percep", "Flynn", "backprop", "zip", "GeForce")
science = find(cards["science"], "matrix", "Brook", "LU", "CUDA is", "tools")
response = find(cards["response"], "Jung", "CUDA is", "Raina", "AlexNet", "cuDNN")
chips = find(cards["chips"], "Sony", "GeForce", "K80", "Jouppi", "article")

# %% right: by_the_deal
import numpy as np


def numbers(*events):
    deal_of = [(deal.first + deal.step * card) % 5 for card in range(5)]
    return np.array([1 + deal_of.index(event) for event in events])


ideas = numbers(1, 0, 4, 3, 2)
science = numbers(0, 4, 2, 1, 3)
response = numbers(1, 3, 2, 4, 0)
chips = numbers(2, 1, 4, 0, 3)


# %% right: by_years_in_order
def placed(name, *years):
    return [card for _, card in sorted(zip(years, range(1, 6)))]


dealt = [(deal.first + deal.step * card) % 5 for card in range(5)]
ideas = placed("ideas", *((1966, 1958, 1999, 1989, 1986)[event] for event in dealt))
science = placed("science", *((2001, 2006, 2005, 2007, 2004)[event] for event in dealt))
response = placed("response", *((2014, 2004, 2009, 2006, 2012)[event] for event in dealt))
chips = placed("chips", *((2015, 1999, 1994, 2017, 2014)[event] for event in dealt))
