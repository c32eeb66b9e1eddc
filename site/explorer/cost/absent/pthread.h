// SPDX-License-Identifier: MIT
//
// pthread.h: of threads as much as one thread needs, for code that is compiled for the page and not
// called there.
#ifndef ABSENT_PTHREAD_H
#define ABSENT_PTHREAD_H

#define PTHREAD_MUTEX_INITIALIZER 0
#define PTHREAD_COND_INITIALIZER 0

typedef int pthread_t, pthread_mutex_t, pthread_cond_t, pthread_mutexattr_t, pthread_attr_t;

static inline int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    (void)mutex;
    return 0;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument);
int pthread_join(pthread_t thread, void **result);

#endif
