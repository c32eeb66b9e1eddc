// SPDX-License-Identifier: MIT
//
// A seccomp filter, of the kernel alone: it needs no privileges and no library. A list of what is
// denied, since what is needed differs between versions of the C library and of sanitizers.
#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined __x86_64__
enum { X32_CALLS = 0x40000000, MOST = 256 };

// All of them fail with EPERM.
static const int denied[] = {
    // Other processes: tracing, memory, signals, and leaving this process group.
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo,
    SYS_setsid,
    SYS_setpgid,
    SYS_setpriority,
    SYS_sched_setscheduler,
    SYS_perf_event_open,
    // New processes. Threads are started by clone, below; so is addr2line, which names the
    // lines of a diagnosis, with CLONE_VFORK: the caller waits until it is another program, which
    // is confined in turn and starts no more.
    SYS_fork,
    SYS_vfork,
    SYS_execveat,
    // The network, and memory shared by name.
    SYS_socket,
    SYS_socketpair,
    SYS_connect,
    SYS_bind,
    SYS_shmget,
    SYS_msgget,
    SYS_semget,
    // Changing files without opening them.
    SYS_creat,
    SYS_unlink,
    SYS_unlinkat,
    SYS_rename,
    SYS_renameat,
    SYS_renameat2,
    SYS_mkdir,
    SYS_mkdirat,
    SYS_rmdir,
    SYS_link,
    SYS_linkat,
    SYS_symlink,
    SYS_symlinkat,
    SYS_chmod,
    SYS_fchmod,
    SYS_fchmodat,
    SYS_chown,
    SYS_lchown,
    SYS_fchown,
    SYS_fchownat,
    SYS_truncate,
    SYS_mknod,
    SYS_mknodat,
    SYS_utime,
    SYS_utimes,
    SYS_utimensat,
    SYS_futimesat,
    SYS_setxattr,
    SYS_lsetxattr,
    SYS_fsetxattr,
    SYS_removexattr,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    // Other ways to do all of this.
    SYS_unshare,
    SYS_setns,
    SYS_bpf,
    SYS_userfaultfd,
    SYS_io_setup,
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_personality,
#ifdef SYS_io_uring_setup
    SYS_io_uring_setup,
#endif
#ifdef SYS_pidfd_send_signal
    SYS_pidfd_send_signal,
#endif
#ifdef SYS_pidfd_getfd
    SYS_pidfd_getfd,
#endif
#ifdef SYS_fchmodat2
    SYS_fchmodat2,
#endif
};

struct program {
    struct sock_filter code[MOST];
    unsigned short count;
};

static void add(struct program *p, unsigned code, unsigned k, int yes, int no)
{
    p->code[p->count++] =
        (struct sock_filter){(unsigned short)code, (unsigned char)yes, (unsigned char)no, k};
}

static void load(struct program *p, size_t offset)
{
    add(p, BPF_LD | BPF_W | BPF_ABS, (unsigned)offset, 0, 0);
}

static void load_argument(struct program *p, int number)
{
    load(p, offsetof(struct seccomp_data, args) + 8 * (size_t)number);
}

static void answer(struct program *p, unsigned what) { add(p, BPF_RET | BPF_K, what, 0, 0); }

static void deny(struct program *p, int error) { answer(p, SECCOMP_RET_ERRNO | (unsigned)error); }

// The rest of the rule, of so many instructions, is for this call alone.
static void if_call(struct program *p, int number, int rest)
{
    add(p, BPF_JMP | BPF_JEQ | BPF_K, (unsigned)number, 0, rest);
}

// Denied if any of these bits is set in an argument.
static void deny_bits(struct program *p, int call, int argument, unsigned bits, int error)
{
    if_call(p, call, 4);
    load_argument(p, argument);
    add(p, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    deny(p, error);
    answer(p, SECCOMP_RET_ALLOW);
}

// Denied if a bit of `never` is set, or none of `one_of`.
static void need_bits(struct program *p, int call, unsigned never, unsigned one_of, int error)
{
    if_call(p, call, 5);
    load_argument(p, 0);
    add(p, BPF_JMP | BPF_JSET | BPF_K, never, 1, 0);
    add(p, BPF_JMP | BPF_JSET | BPF_K, one_of, 1, 0);
    deny(p, error);
    answer(p, SECCOMP_RET_ALLOW);
}

// Denied unless an argument has one of two values.
static void allow_values(struct program *p, int call, int argument, unsigned one, unsigned other)
{
    if_call(p, call, 5);
    load_argument(p, argument);
    add(p, BPF_JMP | BPF_JEQ | BPF_K, one, 2, 0);
    add(p, BPF_JMP | BPF_JEQ | BPF_K, other, 1, 0);
    deny(p, EPERM);
    answer(p, SECCOMP_RET_ALLOW);
}

static void write_program(struct program *p)
{
    const unsigned namespaces = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |
                                CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
    const unsigned writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    load(p, offsetof(struct seccomp_data, arch));
    add(p, BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0);
    answer(p, SECCOMP_RET_KILL_PROCESS);
    load(p, offsetof(struct seccomp_data, nr));
    add(p, BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1);
    deny(p, ENOSYS);
    for (size_t i = 0; i < sizeof denied / sizeof *denied; i++) {
        if_call(p, denied[i], 1);
        deny(p, EPERM);
    }
    // Their arguments are in memory, where a filter cannot look: the C library does without.
    if_call(p, SYS_clone3, 1);
    deny(p, ENOSYS);
#ifdef SYS_openat2
    if_call(p, SYS_openat2, 1);
    deny(p, ENOSYS);
#endif
    deny_bits(p, SYS_open, 1, writing, EACCES);
    deny_bits(p, SYS_openat, 2, writing, EACCES);
    need_bits(p, SYS_clone, namespaces, CLONE_THREAD | CLONE_VFORK, EPERM);
    allow_values(p, SYS_prlimit64, 0, 0, (unsigned)getpid());
    allow_values(p, SYS_tgkill, 0, (unsigned)getpid(), (unsigned)getpid());
    answer(p, SECCOMP_RET_ALLOW);
}

bool confine(void)
{
    struct program p = {.count = 0};
    write_program(&p);
    const struct sock_fprog filter = {p.count, p.code};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
}
#else
bool confine(void) { return false; }
#endif
