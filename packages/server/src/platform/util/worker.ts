import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundleOfThread } from './source-bundle.ts';

/**
 * Starts the code of a thread, the file at `built`, or in development its source beside it. A thread that exceeds the heap ends with
 * ERR_WORKER_OUT_OF_MEMORY.
 */
export function startWorker(built: URL, options: { maxHeapMb: number; data?: unknown }): Worker {
  const isSource = import.meta.url.endsWith('.ts');
  return new Worker(isSource ? bundleOfThread(fileURLToPath(built).replace(/\.js$/, '.ts')) : built, {
    resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb },
    workerData: options.data,
    execArgv: [],
  });
}
