// SPDX-License-Identifier: MIT
//
// OpenMP out of POSIX threads, for the check T.
//
// gcc's libgomp lets its threads wait for each other in ways that ThreadSanitizer cannot see, so it
// would call parallel loops races. A program that is checked is compiled with -fopenmp and
// linked with this file in libgomp's place: the same calls, with threads, barriers and mutexes that
// ThreadSanitizer knows. Enough for `parallel`, `for` (schedule static), `barrier`, `single`,
// `critical` and `atomic`.
#define _GNU_SOURCE // barriers
#include <pthread.h>
#include <stdbool.h>

enum { THREADS = 4 }; // unless num_threads() says less

static struct {
    void (*body)(void *);
    void *data;
    int threads;
    pthread_barrier_t barrier;
} team = {.threads = 1};

static pthread_mutex_t critical = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int thread_number;
static _Thread_local bool is_alone; // in a parallel region within another

int omp_get_thread_num(void) { return is_alone ? 0 : thread_number; }
int omp_get_num_threads(void) { return is_alone ? 1 : team.threads; }
int omp_get_max_threads(void) { return THREADS; }
int omp_get_num_procs(void) { return THREADS; }
int omp_in_parallel(void) { return team.threads > 1; }

static void *run_body(void *number)
{
    thread_number = *(const int *)number;
    team.body(team.data);
    return NULL;
}

void GOMP_parallel(void (*body)(void *), void *data, unsigned threads, unsigned flags)
{
    (void)flags;
    if (team.threads > 1) {
        is_alone = true;
        body(data);
        is_alone = false;
        return;
    }
    pthread_t thread[THREADS];
    int number[THREADS];
    team.body = body;
    team.data = data;
    team.threads = threads > 0 && threads < THREADS ? (int)threads : THREADS;
    const int others = team.threads;
    pthread_barrier_init(&team.barrier, NULL, (unsigned)others);
    for (int i = 1; i < others; i++) {
        number[i] = i;
        pthread_create(&thread[i], NULL, run_body, &number[i]);
    }
    body(data);
    for (int i = 1; i < others; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&team.barrier);
    team.threads = 1;
}

void GOMP_barrier(void)
{
    if (omp_get_num_threads() > 1)
        pthread_barrier_wait(&team.barrier);
}

bool GOMP_single_start(void) { return omp_get_thread_num() == 0; }
void GOMP_critical_start(void) { pthread_mutex_lock(&critical); }
void GOMP_critical_end(void) { pthread_mutex_unlock(&critical); }
void GOMP_critical_name_start(void **name)
{
    (void)name;
    GOMP_critical_start();
}
void GOMP_critical_name_end(void **name)
{
    (void)name;
    GOMP_critical_end();
}
void GOMP_atomic_start(void) { GOMP_critical_start(); }
void GOMP_atomic_end(void) { GOMP_critical_end(); }
