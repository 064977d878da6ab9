import { sealedSettings } from '../platform/instance/store.ts';
import type { SealedColumn } from '../platform/sealing/rotate.ts';
import { modules } from './modules.ts';

/** Every column with encrypted secrets. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedSettings,
  ...modules.flatMap(({ sealedColumns: ofRoom }) => ofRoom ?? []),
];
