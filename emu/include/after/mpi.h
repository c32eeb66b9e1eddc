// SPDX-License-Identifier: MIT
//
// Found only where there is no other header of this name.
#error "mpi.h: MPI is not installed on this computer (apt install libopenmpi-dev)"
