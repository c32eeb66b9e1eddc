// SPDX-License-Identifier: MIT
//
// A job on the GPU: operands go to device memory, exercise() is counted, C comes back.
#define _XOPEN_SOURCE 700 // open_memstream
#include "child.h"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../common/driver/gpu/counting.h"
#include "../../common/step/machine.h"
#include "call.h"
#include "secret.h"

// ---- Operands ------------------------------------------------------------------------------------

static void name_array(const void *device, const char *name, const struct operand *o)
{
    const struct counting *counting = counting_on_emulated_gpu();
    if (counting && o->bytes > 0)
        counting->name_array(device, name, o->rows, o->cols, o->ld, (int)dtype_size(o->type));
}

static void *device_copy(const struct operand *o, const char *name, const void *bytes)
{
    void *device = NULL;
    need(cudaMalloc(&device, o->bytes > 0 ? (size_t)o->bytes : 1) == cudaSuccess,
         "no device memory");
    if (o->bytes > 0)
        cudaMemcpy(device, bytes, (size_t)o->bytes, cudaMemcpyHostToDevice);
    name_array(device, name, o);
    return device;
}

static long long count_stored(const struct operand *C, const char *device)
{
    const struct counting *counting = counting_on_emulated_gpu();
    const size_t size = dtype_size(C->type);
    long long stored = 0;
    for (int i = 0; counting && i < C->rows; i++)
        for (int j = 0; j < C->cols; j++) {
            const size_t element = (size_t)i * (size_t)C->ld + (size_t)j;
            stored += counting->kernel_stored(device + element * size);
        }
    return stored;
}

// ---- What the emulated GPU saw -------------------------------------------------------------------

static void begin_counting(void)
{
    const struct counting *counting = counting_on_emulated_gpu();
    struct found before;
    if (!counting)
        return;
    counting->seal();
    counting->take_found(&before);
    secret()->copied_before = counting->copied_to_host();
    secret()->sent_before = counting->copied_to_device();
    counting->begin();
}

// When the call is over, and before anything is copied for the report. A kernel that was stopped
// leaves an error, which must not stop the later ones.
static void end_counting(struct outcome *o)
{
    const struct counting *counting = counting_on_emulated_gpu();
    cudaError_t error = cudaDeviceSynchronize();
    const cudaError_t last = cudaGetLastError();
    if (error == cudaSuccess)
        error = last;
    if (error != cudaSuccess)
        snprintf(o->error, sizeof o->error, "%s: %s", cudaGetErrorName(error),
                 cudaGetErrorString(error));
    if (!counting)
        return;
    o->emulated = true;
    counting->forget_error();
    counting->end(&o->counts);
    o->checked = counting->checks_are_on();
    o->copied = counting->copied_to_host() - secret()->copied_before;
    o->sent = counting->copied_to_device() - secret()->sent_before;
}

// When everything is free again that is not the learner's to free.
static void take_found(struct outcome *o)
{
    const struct counting *counting = counting_on_emulated_gpu();
    struct found found;
    if (!counting)
        return;
    counting->report_end();
    counting->take_found(&found);
    o->found = found.times;
    snprintf(o->found_kind, sizeof o->found_kind, "%s", found.kind);
}

char *child_heat(const char *counter)
{
    const struct counting *counting = counting_on_emulated_gpu();
    char place[300], *text = NULL;
    size_t size;
    if (!counting || !*counter || !counting->worst_place(counter, place, sizeof place))
        return NULL;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    counting->print_heat(place, out, NULL);
    fclose(out);
    return text;
}

// ---- Running it ----------------------------------------------------------------------------------

static void run_on_device(enum form form, const struct job *j, const struct gemm *g,
                          struct outcome *o)
{
    // C first: a read past the end of A or B is then never described as a place before C.
    void *C = device_copy(&j->C, "C", g->C);
    void *A = device_copy(&j->A, "A", g->A), *B = device_copy(&j->B, "B", g->B);
    begin_counting();
    call_exercise(form, &(struct gemm){g->problem, A, B, C});
    end_counting(o);
    o->stored = count_stored(&j->C, C);
    if (j->C.bytes > 0)
        cudaMemcpy(g->C, C, (size_t)j->C.bytes, cudaMemcpyDeviceToHost);
    if (!counting_on_emulated_gpu() && !o->error[0])
        time_exercise(form, j, &(struct gemm){g->problem, A, B, C}, &o->ms, &o->cublas_ms);
    name_array(A, NULL, &j->A), name_array(B, NULL, &j->B), name_array(C, NULL, &j->C);
    cudaFree(A), cudaFree(B), cudaFree(C);
}

const bool child_is_on_gpu = true;

void child_run(const struct order *order, const struct job *job, const struct gemm *g,
               struct outcome *o)
{
    struct failure why;
    char gpus[12];
    snprintf(gpus, sizeof gpus, "%d", order->gpus > 1 ? order->gpus : 1);
    setenv("EMU_GPUS", gpus, 1); // before the first call of the runtime
    if (order->gpu[0] && counting_on_emulated_gpu())
        need(machine_choose_gpu(order->gpu, &why), why.text);
    if (order->form == FORM_PROGRAM) {
        begin_counting();
        call_exercise(order->form, g);
        end_counting(o);
    } else {
        run_on_device(order->form, job, g, o);
    }
    take_found(o);
}
