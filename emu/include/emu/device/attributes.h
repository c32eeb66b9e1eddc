// SPDX-License-Identifier: MIT
//
// emu/device/attributes.h: the attributes of a device, one per line: EMU_ATTRIBUTE(runtime's name,
// driver's name, number, member of cudaDeviceProp).
#ifndef EMU_ATTRIBUTES_H
#define EMU_ATTRIBUTES_H

#define EMU_ATTRIBUTES(EMU_ATTRIBUTE) \
    EMU_ATTRIBUTE(MaxThreadsPerBlock, MAX_THREADS_PER_BLOCK, 1, maxThreadsPerBlock) \
    EMU_ATTRIBUTE(MaxBlockDimX, MAX_BLOCK_DIM_X, 2, maxThreadsDim[0]) \
    EMU_ATTRIBUTE(MaxBlockDimY, MAX_BLOCK_DIM_Y, 3, maxThreadsDim[1]) \
    EMU_ATTRIBUTE(MaxBlockDimZ, MAX_BLOCK_DIM_Z, 4, maxThreadsDim[2]) \
    EMU_ATTRIBUTE(MaxGridDimX, MAX_GRID_DIM_X, 5, maxGridSize[0]) \
    EMU_ATTRIBUTE(MaxGridDimY, MAX_GRID_DIM_Y, 6, maxGridSize[1]) \
    EMU_ATTRIBUTE(MaxGridDimZ, MAX_GRID_DIM_Z, 7, maxGridSize[2]) \
    EMU_ATTRIBUTE(MaxSharedMemoryPerBlock, MAX_SHARED_MEMORY_PER_BLOCK, 8, sharedMemPerBlock) \
    EMU_ATTRIBUTE(TotalConstantMemory, TOTAL_CONSTANT_MEMORY, 9, totalConstMem) \
    EMU_ATTRIBUTE(WarpSize, WARP_SIZE, 10, warpSize) \
    EMU_ATTRIBUTE(MaxPitch, MAX_PITCH, 11, memPitch) \
    EMU_ATTRIBUTE(MaxRegistersPerBlock, MAX_REGISTERS_PER_BLOCK, 12, regsPerBlock) \
    EMU_ATTRIBUTE(ClockRate, CLOCK_RATE, 13, clockRate) \
    EMU_ATTRIBUTE(TextureAlignment, TEXTURE_ALIGNMENT, 14, textureAlignment) \
    EMU_ATTRIBUTE(GpuOverlap, GPU_OVERLAP, 15, deviceOverlap) \
    EMU_ATTRIBUTE(MultiProcessorCount, MULTIPROCESSOR_COUNT, 16, multiProcessorCount) \
    EMU_ATTRIBUTE(KernelExecTimeout, KERNEL_EXEC_TIMEOUT, 17, kernelExecTimeoutEnabled) \
    EMU_ATTRIBUTE(Integrated, INTEGRATED, 18, integrated) \
    EMU_ATTRIBUTE(CanMapHostMemory, CAN_MAP_HOST_MEMORY, 19, canMapHostMemory) \
    EMU_ATTRIBUTE(ComputeMode, COMPUTE_MODE, 20, computeMode) \
    EMU_ATTRIBUTE(MaxTexture1DWidth, MAXIMUM_TEXTURE1D_WIDTH, 21, maxTexture1D) \
    EMU_ATTRIBUTE(MaxTexture2DWidth, MAXIMUM_TEXTURE2D_WIDTH, 22, maxTexture2D[0]) \
    EMU_ATTRIBUTE(MaxTexture2DHeight, MAXIMUM_TEXTURE2D_HEIGHT, 23, maxTexture2D[1]) \
    EMU_ATTRIBUTE(MaxTexture3DWidth, MAXIMUM_TEXTURE3D_WIDTH, 24, maxTexture3D[0]) \
    EMU_ATTRIBUTE(MaxTexture3DHeight, MAXIMUM_TEXTURE3D_HEIGHT, 25, maxTexture3D[1]) \
    EMU_ATTRIBUTE(MaxTexture3DDepth, MAXIMUM_TEXTURE3D_DEPTH, 26, maxTexture3D[2]) \
    EMU_ATTRIBUTE(MaxTexture2DLayeredWidth, MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 27, \
                  maxTexture2DLayered[0]) \
    EMU_ATTRIBUTE(MaxTexture2DLayeredHeight, MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, 28, \
                  maxTexture2DLayered[1]) \
    EMU_ATTRIBUTE(MaxTexture2DLayeredLayers, MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 29, \
                  maxTexture2DLayered[2]) \
    EMU_ATTRIBUTE(SurfaceAlignment, SURFACE_ALIGNMENT, 30, surfaceAlignment) \
    EMU_ATTRIBUTE(ConcurrentKernels, CONCURRENT_KERNELS, 31, concurrentKernels) \
    EMU_ATTRIBUTE(EccEnabled, ECC_ENABLED, 32, ECCEnabled) \
    EMU_ATTRIBUTE(PciBusId, PCI_BUS_ID, 33, pciBusID) \
    EMU_ATTRIBUTE(PciDeviceId, PCI_DEVICE_ID, 34, pciDeviceID) \
    EMU_ATTRIBUTE(TccDriver, TCC_DRIVER, 35, tccDriver) \
    EMU_ATTRIBUTE(MemoryClockRate, MEMORY_CLOCK_RATE, 36, memoryClockRate) \
    EMU_ATTRIBUTE(GlobalMemoryBusWidth, GLOBAL_MEMORY_BUS_WIDTH, 37, memoryBusWidth) \
    EMU_ATTRIBUTE(L2CacheSize, L2_CACHE_SIZE, 38, l2CacheSize) \
    EMU_ATTRIBUTE(MaxThreadsPerMultiProcessor, MAX_THREADS_PER_MULTIPROCESSOR, 39, \
                  maxThreadsPerMultiProcessor) \
    EMU_ATTRIBUTE(AsyncEngineCount, ASYNC_ENGINE_COUNT, 40, asyncEngineCount) \
    EMU_ATTRIBUTE(UnifiedAddressing, UNIFIED_ADDRESSING, 41, unifiedAddressing) \
    EMU_ATTRIBUTE(MaxTexture1DLayeredWidth, MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 42, \
                  maxTexture1DLayered[0]) \
    EMU_ATTRIBUTE(MaxTexture1DLayeredLayers, MAXIMUM_TEXTURE1D_LAYERED_LAYERS, 43, \
                  maxTexture1DLayered[1]) \
    EMU_ATTRIBUTE(PciDomainId, PCI_DOMAIN_ID, 50, pciDomainID) \
    EMU_ATTRIBUTE(ComputeCapabilityMajor, COMPUTE_CAPABILITY_MAJOR, 75, major) \
    EMU_ATTRIBUTE(ComputeCapabilityMinor, COMPUTE_CAPABILITY_MINOR, 76, minor) \
    EMU_ATTRIBUTE(StreamPrioritiesSupported, STREAM_PRIORITIES_SUPPORTED, 78, \
                  streamPrioritiesSupported) \
    EMU_ATTRIBUTE(GlobalL1CacheSupported, GLOBAL_L1_CACHE_SUPPORTED, 79, globalL1CacheSupported) \
    EMU_ATTRIBUTE(LocalL1CacheSupported, LOCAL_L1_CACHE_SUPPORTED, 80, localL1CacheSupported) \
    EMU_ATTRIBUTE(MaxSharedMemoryPerMultiprocessor, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 81, \
                  sharedMemPerMultiprocessor) \
    EMU_ATTRIBUTE(MaxRegistersPerMultiprocessor, MAX_REGISTERS_PER_MULTIPROCESSOR, 82, \
                  regsPerMultiprocessor) \
    EMU_ATTRIBUTE(ManagedMemory, MANAGED_MEMORY, 83, managedMemory) \
    EMU_ATTRIBUTE(IsMultiGpuBoard, MULTI_GPU_BOARD, 84, isMultiGpuBoard) \
    EMU_ATTRIBUTE(HostNativeAtomicSupported, HOST_NATIVE_ATOMIC_SUPPORTED, 86, \
                  hostNativeAtomicSupported) \
    EMU_ATTRIBUTE(PageableMemoryAccess, PAGEABLE_MEMORY_ACCESS, 88, pageableMemoryAccess) \
    EMU_ATTRIBUTE(ConcurrentManagedAccess, CONCURRENT_MANAGED_ACCESS, 89, concurrentManagedAccess) \
    EMU_ATTRIBUTE(ComputePreemptionSupported, COMPUTE_PREEMPTION_SUPPORTED, 90, \
                  computePreemptionSupported) \
    EMU_ATTRIBUTE(CooperativeLaunch, COOPERATIVE_LAUNCH, 95, cooperativeLaunch) \
    EMU_ATTRIBUTE(CooperativeMultiDeviceLaunch, COOPERATIVE_MULTI_DEVICE_LAUNCH, 96, integrated) \
    EMU_ATTRIBUTE(MaxSharedMemoryPerBlockOptin, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 97, \
                  sharedMemPerBlockOptin) \
    EMU_ATTRIBUTE(VirtualMemoryManagementSupported, VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 102, \
                  unifiedAddressing) \
    EMU_ATTRIBUTE(MaxBlocksPerMultiprocessor, MAX_BLOCKS_PER_MULTIPROCESSOR, 106, \
                  maxBlocksPerMultiProcessor) \
    EMU_ATTRIBUTE(ReservedSharedMemoryPerBlock, RESERVED_SHARED_MEMORY_PER_BLOCK, 111, \
                  reservedSharedMemPerBlock) \
    EMU_ATTRIBUTE(EmuFileDescriptors, HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 103, \
                  gpuDirectRDMASupported) \
    EMU_ATTRIBUTE(EmuCompression, GENERIC_COMPRESSION_SUPPORTED, 107, gpuDirectRDMASupported) \
    EMU_ATTRIBUTE(MemoryPoolsSupported, MEMORY_POOLS_SUPPORTED, 115, memoryPoolsSupported) \
    EMU_ATTRIBUTE(ClusterLaunch, CLUSTER_LAUNCH, 120, clusterLaunch) \
    EMU_ATTRIBUTE(MaxTexture2DGatherWidth, MAXIMUM_TEXTURE2D_GATHER_WIDTH, 45, \
                  maxTexture2DGather[0]) \
    EMU_ATTRIBUTE(MaxTexture2DGatherHeight, MAXIMUM_TEXTURE2D_GATHER_HEIGHT, 46, \
                  maxTexture2DGather[1]) \
    EMU_ATTRIBUTE(MaxTexture3DWidthAlt, MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 47, maxTexture3DAlt[0]) \
    EMU_ATTRIBUTE(MaxTexture3DHeightAlt, MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, 48, \
                  maxTexture3DAlt[1]) \
    EMU_ATTRIBUTE(MaxTexture3DDepthAlt, MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, 49, maxTexture3DAlt[2]) \
    EMU_ATTRIBUTE(TexturePitchAlignment, TEXTURE_PITCH_ALIGNMENT, 51, texturePitchAlignment) \
    EMU_ATTRIBUTE(MaxTextureCubemapWidth, MAXIMUM_TEXTURECUBEMAP_WIDTH, 52, maxTextureCubemap) \
    EMU_ATTRIBUTE(MaxTextureCubemapLayeredWidth, MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, 53, \
                  maxTextureCubemapLayered[0]) \
    EMU_ATTRIBUTE(MaxTextureCubemapLayeredLayers, MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, 54, \
                  maxTextureCubemapLayered[1]) \
    EMU_ATTRIBUTE(MaxSurface1DWidth, MAXIMUM_SURFACE1D_WIDTH, 55, maxSurface1D) \
    EMU_ATTRIBUTE(MaxSurface2DWidth, MAXIMUM_SURFACE2D_WIDTH, 56, maxSurface2D[0]) \
    EMU_ATTRIBUTE(MaxSurface2DHeight, MAXIMUM_SURFACE2D_HEIGHT, 57, maxSurface2D[1]) \
    EMU_ATTRIBUTE(MaxSurface3DWidth, MAXIMUM_SURFACE3D_WIDTH, 58, maxSurface3D[0]) \
    EMU_ATTRIBUTE(MaxSurface3DHeight, MAXIMUM_SURFACE3D_HEIGHT, 59, maxSurface3D[1]) \
    EMU_ATTRIBUTE(MaxSurface3DDepth, MAXIMUM_SURFACE3D_DEPTH, 60, maxSurface3D[2]) \
    EMU_ATTRIBUTE(MaxSurface1DLayeredWidth, MAXIMUM_SURFACE1D_LAYERED_WIDTH, 61, \
                  maxSurface1DLayered[0]) \
    EMU_ATTRIBUTE(MaxSurface1DLayeredLayers, MAXIMUM_SURFACE1D_LAYERED_LAYERS, 62, \
                  maxSurface1DLayered[1]) \
    EMU_ATTRIBUTE(MaxSurface2DLayeredWidth, MAXIMUM_SURFACE2D_LAYERED_WIDTH, 63, \
                  maxSurface2DLayered[0]) \
    EMU_ATTRIBUTE(MaxSurface2DLayeredHeight, MAXIMUM_SURFACE2D_LAYERED_HEIGHT, 64, \
                  maxSurface2DLayered[1]) \
    EMU_ATTRIBUTE(MaxSurface2DLayeredLayers, MAXIMUM_SURFACE2D_LAYERED_LAYERS, 65, \
                  maxSurface2DLayered[2]) \
    EMU_ATTRIBUTE(MaxSurfaceCubemapWidth, MAXIMUM_SURFACECUBEMAP_WIDTH, 66, maxSurfaceCubemap) \
    EMU_ATTRIBUTE(MaxSurfaceCubemapLayeredWidth, MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, 67, \
                  maxSurfaceCubemapLayered[0]) \
    EMU_ATTRIBUTE(MaxSurfaceCubemapLayeredLayers, MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS, 68, \
                  maxSurfaceCubemapLayered[1]) \
    EMU_ATTRIBUTE(MaxTexture1DLinearWidth, MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 69, maxTexture1DLinear) \
    EMU_ATTRIBUTE(MaxTexture2DLinearWidth, MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 70, \
                  maxTexture2DLinear[0]) \
    EMU_ATTRIBUTE(MaxTexture2DLinearHeight, MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 71, \
                  maxTexture2DLinear[1]) \
    EMU_ATTRIBUTE(MaxTexture2DLinearPitch, MAXIMUM_TEXTURE2D_LINEAR_PITCH, 72, \
                  maxTexture2DLinear[2]) \
    EMU_ATTRIBUTE(MaxTexture2DMipmappedWidth, MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 73, \
                  maxTexture2DMipmap[0]) \
    EMU_ATTRIBUTE(MaxTexture2DMipmappedHeight, MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT, 74, \
                  maxTexture2DMipmap[1]) \
    EMU_ATTRIBUTE(MaxTexture1DMipmappedWidth, MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, 77, \
                  maxTexture1DMipmap) \
    EMU_ATTRIBUTE(SingleToDoublePrecisionPerfRatio, SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 87, \
                  singleToDoublePrecisionPerfRatio) \
    EMU_ATTRIBUTE(CanUseHostPointerForRegisteredMem, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 91, \
                  canUseHostPointerForRegisteredMem) \
    EMU_ATTRIBUTE(HostRegisterSupported, HOST_REGISTER_SUPPORTED, 99, hostRegisterSupported) \
    EMU_ATTRIBUTE(PageableMemoryAccessUsesHostPageTables, \
                  PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, 100, \
                  pageableMemoryAccessUsesHostPageTables) \
    EMU_ATTRIBUTE(DirectManagedMemAccessFromHost, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST, 101, \
                  directManagedMemAccessFromHost) \
    EMU_ATTRIBUTE(MaxPersistingL2CacheSize, MAX_PERSISTING_L2_CACHE_SIZE, 108, \
                  persistingL2CacheMaxSize) \
    EMU_ATTRIBUTE(MaxAccessPolicyWindowSize, MAX_ACCESS_POLICY_WINDOW_SIZE, 109, \
                  accessPolicyMaxWindowSize) \
    EMU_ATTRIBUTE(SparseCudaArraySupported, SPARSE_CUDA_ARRAY_SUPPORTED, 112, \
                  sparseCudaArraySupported) \
    EMU_ATTRIBUTE(HostRegisterReadOnlySupported, READ_ONLY_HOST_REGISTER_SUPPORTED, 113, \
                  hostRegisterReadOnlySupported) \
    EMU_ATTRIBUTE(TimelineSemaphoreInteropSupported, TIMELINE_SEMAPHORE_INTEROP_SUPPORTED, 114, \
                  timelineSemaphoreInteropSupported) \
    EMU_ATTRIBUTE(GPUDirectRDMASupported, GPU_DIRECT_RDMA_SUPPORTED, 116, gpuDirectRDMASupported) \
    EMU_ATTRIBUTE(GPUDirectRDMAFlushWritesOptions, GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS, 117, \
                  gpuDirectRDMAFlushWritesOptions) \
    EMU_ATTRIBUTE(MemoryPoolSupportedHandleTypes, MEMPOOL_SUPPORTED_HANDLE_TYPES, 119, \
                  memoryPoolSupportedHandleTypes)

#endif
