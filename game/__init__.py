"""How it all runs: command line, window loop, phases, events, storage, replays."""

import os

# Networks here are small: threads of the linear algebra below numpy gain them little on an idle machine, and on one
# that does something else they wait for each other most of the time. It reads this when numpy is loaded, which is
# after this module; what the user has set stands.
for _setting in ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(_setting, "1")
