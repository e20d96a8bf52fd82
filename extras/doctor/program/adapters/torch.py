# ./doctor KIND -- python3 THIS_FILE        (./doctor KIND lists what a case holds)
# mask: 1 = the query may attend to the key; padding: 1 = a word, 0 = padding;
# causal: the last query sees the last key (is_causal=True aligns the first ones)
import os, sys, numpy as np, torch

def mine(case):  # case["query"] is a tensor, case["n_heads"] a number; then .double().eval()
    # Return your output; with gradients {"output": ..., "grad_q": ...}
    return None  # where yours is not meant to do what is asked

for folder in sys.argv[2:]:  # sys.argv[1] is the kind
    words = dict(line.split() for line in open(f"{folder}/case.txt"))  # numbers, and words such as halves
    case = {k: w if w[0].isalpha() else int(w) if w.isdigit() else float(w) for k, w in words.items()}
    case.update((f[:-4], torch.tensor(np.load(f"{folder}/{f}"))) for f in os.listdir(folder) if f.endswith(".npy"))
    try:
        output = mine(case)
        if output is None: open(f"{folder}/skip", "w")
        elif not isinstance(output, dict): output = {"output": output}
        for name, array in (output or {}).items(): np.save(f"{folder}/{name}.npy", array.detach())
    except Exception as error:
        open(f"{folder}/error", "w").write(repr(error))
