# ---
# title: What the other machine cannot do
# kind: function
# points: 1
# minutes: 8
# hints:
#   - "Ask of each duty: what must the processor be told, or be allowed, that ordinary arithmetic
#     does not need?"
#   - "A clock that rings by itself is the timer. A bell that somebody else rings is an interrupt.
#     A right that others do not have is a privilege. A map that only the owner may redraw is the
#     page table. A wire to something outside is a device."
#   - "Two duties for each feature. Timer: endless loops, sharing. Interrupt: key, network packet."
# ---

# %% [markdown]
# Match ten duties of an operating system to the feature of a CPU that each one needs.
#
# A program on a GPU has none of the five: the CPU beside it does all ten, for both machines.
# Answer with one of `"timer"` (rings after a set time, whatever the program does), `"interrupt"`
# (something outside rings, and the processor drops what it is doing), `"privilege"` (the
# processor knows two kinds of code, and one may do more), `"page table"` (whoever may redraw it
# decides which address of a program lies where in memory) and `"device"` (instructions that reach
# the disk, the printer, the power switch).

# %% answer
def needs(duty):
    """One of the ten sentences -> "timer", "interrupt", "privilege", "page table" or "device".

    A dictionary does."""
    ### BEGIN SOLUTION
    return {
        "stop a program that loops for ever": "timer",
        "give two programs turns on one core": "timer",
        "take a key the moment it is struck": "interrupt",
        "wake a program when its network packet comes in": "interrupt",
        "keep a program from switching the machine off": "privilege",
        "let a program ask for a file only its owner may read, and refuse": "privilege",
        "put two programs at the same address without a clash": "page table",
        "move the memory of a sleeping program to disk and back": "page table",
        "read a block from the disk": "device",
        "send a page to the printer": "device",
    }[duty]
    ### END SOLUTION


# %% check
check(
    needs,
    given="duty: 'stop a program that loops for ever' | 'give two programs turns on one core'"
    " | 'take a key the moment it is struck' | 'wake a program when its network packet comes in'"
    " | 'keep a program from switching the machine off'"
    " | 'let a program ask for a file only its owner may read, and refuse'"
    " | 'put two programs at the same address without a clash'"
    " | 'move the memory of a sleeping program to disk and back'"
    " | 'read a block from the disk' | 'send a page to the printer'",
)


# %% wrong: outside_and_inside
# You call by the outside what the machine could only know by its own clock, or the other way
# round. A loop without an end rings no bell; only a timer stops it. A key rings at a moment that
# no timer knows.
def needs(duty):
    return {
        "stop a program that loops for ever": "interrupt",
        "give two programs turns on one core": "interrupt",
        "take a key the moment it is struck": "timer",
        "wake a program when its network packet comes in": "timer",
        "keep a program from switching the machine off": "privilege",
        "let a program ask for a file only its owner may read, and refuse": "privilege",
        "put two programs at the same address without a clash": "page table",
        "move the memory of a sleeping program to disk and back": "page table",
        "read a block from the disk": "device",
        "send a page to the printer": "device",
    }[duty]


# %% wrong: asked_the_device
# You gave the key and the packet to the device. Reading a device tells what is there *when you
# look*; to be told without looking, the device must be able to interrupt.
def needs(duty):
    return {
        "stop a program that loops for ever": "timer",
        "give two programs turns on one core": "timer",
        "take a key the moment it is struck": "device",
        "wake a program when its network packet comes in": "device",
        "keep a program from switching the machine off": "privilege",
        "let a program ask for a file only its owner may read, and refuse": "privilege",
        "put two programs at the same address without a clash": "page table",
        "move the memory of a sleeping program to disk and back": "page table",
        "read a block from the disk": "device",
        "send a page to the printer": "device",
    }[duty]


# %% wrong: privilege_for_memory
# You gave memory to privilege. A privilege says who *may*; what makes one address mean two places
# is a map, the page table. (Redrawing the map is a privilege, of course.)
def needs(duty):
    return {
        "stop a program that loops for ever": "timer",
        "give two programs turns on one core": "timer",
        "take a key the moment it is struck": "interrupt",
        "wake a program when its network packet comes in": "interrupt",
        "keep a program from switching the machine off": "privilege",
        "let a program ask for a file only its owner may read, and refuse": "privilege",
        "put two programs at the same address without a clash": "privilege",
        "move the memory of a sleeping program to disk and back": "privilege",
        "read a block from the disk": "device",
        "send a page to the printer": "device",
    }[duty]


# %% wrong: swapping_is_copying
# You took moving memory to disk for work with a device. Copying is; but the program must find its
# numbers at the same addresses when it wakes, wherever they now lie: that takes a page table.
def needs(duty):
    return {
        "stop a program that loops for ever": "timer",
        "give two programs turns on one core": "timer",
        "take a key the moment it is struck": "interrupt",
        "wake a program when its network packet comes in": "interrupt",
        "keep a program from switching the machine off": "privilege",
        "let a program ask for a file only its owner may read, and refuse": "privilege",
        "put two programs at the same address without a clash": "page table",
        "move the memory of a sleeping program to disk and back": "device",
        "read a block from the disk": "device",
        "send a page to the printer": "device",
    }[duty]


# %% wrong: locks_on_devices
# You guarded the switch and the file with the device itself. A device does what it is told by
# anyone who can reach it; that only some code can reach it is a privilege.
def needs(duty):
    return {
        "stop a program that loops for ever": "timer",
        "give two programs turns on one core": "timer",
        "take a key the moment it is struck": "interrupt",
        "wake a program when its network packet comes in": "interrupt",
        "keep a program from switching the machine off": "device",
        "let a program ask for a file only its owner may read, and refuse": "device",
        "put two programs at the same address without a clash": "page table",
        "move the memory of a sleeping program to disk and back": "page table",
        "read a block from the disk": "device",
        "send a page to the printer": "device",
    }[duty]


# %% right: feature_by_feature
def needs(duty):
    duties = {
        "timer": ("loops for ever", "give two programs turns"),
        "interrupt": ("take a key", "network packet"),
        "privilege": ("switching the machine off", "ask for a file"),
        "page table": ("same address", "sleeping program"),
        "device": ("read a block", "printer"),
    }
    return next(f for f, words in duties.items() if any(word in duty for word in words))


# %% right: with_ifs
def needs(duty):
    if "for ever" in duty or "turns" in duty:
        return "timer"
    if "key" in duty or "packet" in duty:
        return "interrupt"
    if "switching" in duty or "refuse" in duty:
        return "privilege"
    return "page table" if "address" in duty or "sleeping" in duty else "device"
