# %% wrong: upside_down
# That is bytes per FLOP; FLOP per byte was asked for.
ridge = bandwidth / peak

# %% right: rounded
ridge = round(peak / bandwidth, 2)
