// SPDX-License-Identifier: MIT
//
// Found only where there is no other header of this name.
#error "windows.h: this program is for Windows; the emulated GPU runs on Linux"
