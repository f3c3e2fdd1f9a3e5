# %% wrong: eighteen_cores
# In `machines` you judged the sentence on cores the other way. One socket had 64 in 2019, and more
# than a hundred a few years later: chapter 02.
#
# -    "machines": (0, 1, 0, 1),
# +    "machines": (1, 1, 0, 1),

# %% wrong: transistors
# In `machines` you judged the sentence on clocks the other way. They doubled in two and a half
# years on average, and stopped because of heat; transistors went on for twenty years: chapter 02.
#
# -    "machines": (0, 1, 0, 1),
# +    "machines": (0, 0, 0, 1),

# %% wrong: whose_strength
# In `machines` you judged the sentence on hiding the wait the other way. One article lists it under
# the wrong heading; its own text and chapter 03 say which machine is good at it.
#
# -    "machines": (0, 1, 0, 1),
# +    "machines": (0, 1, 1, 1),

# %% wrong: whose_memory_holds_more
# In `machines` you judged the sentence on memory the other way. A GPU's memory is wide, and a
# server's large: bandwidth and capacity are two things, chapter 04.
#
# -    "machines": (0, 1, 0, 1),
# +    "machines": (0, 1, 0, 0),

# %% wrong: cuda
# In `makers` you judged the sentence on CUDA the other way. It extends C++, and JAX runs functions
# on the GPU that have no CUDA in them: chapter 07.
#
# -    "makers": (1, 0, 1, 0),
# +    "makers": (0, 0, 1, 0),

# %% wrong: makers_of_chips
# In `makers` you judged the sentence on makers the other way. JAX runs on the chips of five of
# them: chapter 07.
#
# -    "makers": (1, 0, 1, 0),
# +    "makers": (1, 1, 1, 0),

# %% wrong: before_cuda
# In `makers` you judged the sentence on the time before CUDA the other way. Larsen and McAllister
# had a product in 2001, in the language of graphics: chapter 20.
#
# -    "makers": (1, 0, 1, 0),
# +    "makers": (1, 0, 0, 0),

# %% wrong: by_hand
# In `makers` you judged the sentence on cuDNN the other way. XLA writes kernels for the shapes that
# you call with; products and convolutions may come from a library: chapter 07.
#
# -    "makers": (1, 0, 1, 0),
# +    "makers": (1, 0, 1, 1),

# %% wrong: data_sets
# In `networks` you judged the sentence on AlexNet and GoogLeNet the other way. They were trained on
# a set of pictures, ImageNet: chapter 16.
#
# -    "networks": (0, 1, 1, 0),
# +    "networks": (1, 1, 1, 0),

# %% wrong: hidden_layers
# In `networks` you judged the sentence on VGG-16 the other way. It has sixteen layers with weights,
# and the last of them is its output: chapter 13.
#
# -    "networks": (0, 1, 1, 0),
# +    "networks": (0, 0, 1, 0),

# %% wrong: who_updates
# In `networks` you judged the sentence on the backward pass the other way. The update is another
# program, which runs after it: chapter 12.
#
# -    "networks": (0, 1, 1, 0),
# +    "networks": (0, 1, 0, 0),

# %% wrong: training_or_use
# In `networks` you judged the sentence on training and use the other way. One run of training is
# more than one answer; how many answers follow is not known beforehand: chapter 15.
#
# -    "networks": (0, 1, 1, 0),
# +    "networks": (0, 1, 1, 1),

# %% wrong: billions
# In `clusters` you judged the sentence on the cost the other way. A thousand machines cost about a
# million: chapter 18.
#
# -    "clusters": (1, 0, 0, 1),
# +    "clusters": (0, 0, 0, 1),

# %% wrong: three_gpus
# In `clusters` you judged the sentence on Stanford's machines the other way. There were three
# servers, and four cards in each: chapter 18.
#
# -    "clusters": (1, 0, 0, 1),
# +    "clusters": (1, 1, 0, 1),

# %% wrong: same_power
# In `clusters` you judged the sentence on operations a second the other way. Google's system had
# the higher peak by several times, and used less of it: chapter 18.
#
# -    "clusters": (1, 0, 0, 1),
# +    "clusters": (1, 0, 1, 1),

# %% wrong: twice_as_many
# In `clusters` you judged the sentence on twice as many GPUs the other way. Eight and sixteen of
# them were timed on one training, and a part of it did not shrink: chapter 18.
#
# -    "clusters": (1, 0, 0, 1),
# +    "clusters": (1, 0, 0, 0),

# %% wrong: those_that_hold
# You gave the sentences that hold. The task asks for the wrong ones.
#
# -    return [at + 1 for at in range(4) if dealt >> at & 1 == slips[at]]
# +    return [at + 1 for at in range(4) if dealt >> at & 1 != slips[at]]

# %% wrong: from_nought
# You counted the sentences from 0. They have the numbers 1 to 4.
#
# -    return [at + 1 for at in range(4) if dealt >> at & 1 == slips[at]]
# +    return [at for at in range(4) if dealt >> at & 1 == slips[at]]

# %% wrong: believes_it_all
# You found no wrong sentence in any paragraph. This essay has some.
machines = makers = networks = clusters = []

# %% right: by_what_is_said
SLIPS = "18 cores", "no more transistors", "of a CPU", "than a server", "its own", "two makers"
SLIPS += "nobody had", "by hand", "sets of pictures", "Sixteen", "by them", "however many"
SLIPS += "billion", "three GPUs", "alike", "any training"
machines, makers, networks, clusters = (
    [at for at, words in part.items() if any(slip in words for slip in SLIPS)]
    for part in essay.values()
)

# %% right: by_what_holds
HOLDS = "hundred", "two years or three", "of a GPU", "than a GPU", "C++", "Intel", "as a picture"
HOLDS += "your very shapes", "are networks", "Fifteen", "no weight", "depends on", "a million"
HOLDS += "machines with", "several times", "somewhat more"
machines, makers, networks, clusters = (
    tuple(at for at in (1, 2, 3, 4) if not any(words in part[at] for words in HOLDS))
    for part in essay.values()
)
