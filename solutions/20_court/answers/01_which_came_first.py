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
