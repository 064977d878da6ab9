import { Worker } from 'node:worker_threads';

/**
 * Starts the code of a thread, the file at `built`, or in development its source beside it through tsx. A thread that exceeds the heap
 * ends with ERR_WORKER_OUT_OF_MEMORY.
 */
export function startWorker(built: URL, options: { maxHeapMb: number; data?: unknown }): Worker {
  const common = { resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb }, workerData: options.data };
  if (!import.meta.url.endsWith('.ts')) return new Worker(built, { ...common, execArgv: [] });
  const worker = JSON.stringify(built.href.replace(/\.js$/, '.ts'));
  // Module loaders of the main thread do not apply to workers.
  const code = `import { tsImport } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}; await tsImport(${worker}, ${worker});`;
  return new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`), {
    ...common,
    execArgv: ['--conditions=source'],
  });
}
