// foreign: hash table with chains, one spin lock per bucket, the lanes of a warp take turns so that no lane waits for its own warp
#include <cstdio>
#include <cstdlib>

#define BUCKETS 61
#define ENTRIES 3000

#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))
static void HandleError(cudaError_t err, const char *file, int line)
{
    if (err != cudaSuccess) {
        printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
        exit(EXIT_FAILURE);
    }
}

struct Lock {
    int *mutex;
    __device__ void lock()
    {
        while (atomicCAS(mutex, 0, 1) != 0);
        __threadfence();
    }
    __device__ void unlock()
    {
        __threadfence();
        atomicExch(mutex, 0);
    }
};

struct Entry {
    unsigned key;
    int value;
    Entry *next;
};

struct Table {
    size_t count;
    Entry **entries;
    Entry *pool;
};

__device__ __host__ size_t hash(unsigned key, size_t count) { return (key * 2654435761u >> 8) % count; }

__global__ void add_to_table(const unsigned *keys, const int *values, Table table, Lock *lock)
{
    int lane = threadIdx.x % 32;
    int first = threadIdx.x - lane + blockIdx.x * blockDim.x;      // of this warp
    for (; first < ENTRIES; first += blockDim.x * gridDim.x) {
        int tid = first + lane;
        for (int turn = 0; turn < 32; ++turn) {
            if (lane == turn && tid < ENTRIES) {
                unsigned key = keys[tid];
                size_t h = hash(key, table.count);
                Entry *location = table.pool + tid;
                location->key = key;
                location->value = values[tid];
                lock[h].lock();
                location->next = table.entries[h];
                table.entries[h] = location;
                lock[h].unlock();
            }
            __syncwarp();
        }
    }
}

int main()
{
    static unsigned keys[ENTRIES];
    static int values[ENTRIES];
    for (int i = 0; i < ENTRIES; ++i) {
        keys[i] = i * 7919u % 100003u;
        values[i] = -i;
    }
    unsigned *d_keys;
    int *d_values, *words;
    Lock locks[BUCKETS], *d_locks;
    Table table;
    table.count = BUCKETS;
    HANDLE_ERROR(cudaMalloc((void **)&d_keys, sizeof(keys)));
    HANDLE_ERROR(cudaMalloc((void **)&d_values, sizeof(values)));
    HANDLE_ERROR(cudaMalloc((void **)&words, BUCKETS * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&d_locks, sizeof(locks)));
    HANDLE_ERROR(cudaMalloc((void **)&table.entries, BUCKETS * sizeof(Entry *)));
    HANDLE_ERROR(cudaMalloc((void **)&table.pool, ENTRIES * sizeof(Entry)));
    HANDLE_ERROR(cudaMemset(words, 0, BUCKETS * sizeof(int)));
    HANDLE_ERROR(cudaMemset(table.entries, 0, BUCKETS * sizeof(Entry *)));
    for (int b = 0; b < BUCKETS; ++b) locks[b].mutex = words + b;
    HANDLE_ERROR(cudaMemcpy(d_locks, locks, sizeof(locks), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(d_keys, keys, sizeof(keys), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(d_values, values, sizeof(values), cudaMemcpyHostToDevice));

    add_to_table<<<6, 64>>>(d_keys, d_values, table, d_locks);
    HANDLE_ERROR(cudaGetLastError());

    // copy the chains back and turn device pointers into indices of the pool
    static Entry pool[ENTRIES];
    Entry *heads[BUCKETS];
    HANDLE_ERROR(cudaMemcpy(pool, table.pool, sizeof(pool), cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(heads, table.entries, sizeof(heads), cudaMemcpyDeviceToHost));
    int found = 0, wrong = 0;
    for (int b = 0; b < BUCKETS; ++b)
        for (Entry *e = heads[b]; e && found <= ENTRIES; e = pool[e - table.pool].next) {
            const Entry &h = pool[e - table.pool];
            ++found;
            wrong += hash(h.key, BUCKETS) != (size_t)b || keys[-h.value] != h.key;
        }
    HANDLE_ERROR(cudaFree(d_keys));
    HANDLE_ERROR(cudaFree(d_values));
    HANDLE_ERROR(cudaFree(words));
    HANDLE_ERROR(cudaFree(d_locks));
    HANDLE_ERROR(cudaFree(table.entries));
    HANDLE_ERROR(cudaFree(table.pool));
    bool ok = found == ENTRIES && wrong == 0;
    printf("%s: %d of %d entries in the table\n", ok ? "PASS" : "FAIL", found, ENTRIES);
    return !ok;
}
