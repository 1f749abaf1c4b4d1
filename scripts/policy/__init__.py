"""How the weights of the agent `policy` are made: labels from the solver, games of the network itself, training."""
