import type { groupsOf, softLookOf } from '../../../timeline/soft-look.ts';

interface SoftCode {
  groupsOf: typeof groupsOf;
  softLookOf: typeof softLookOf;
}

let loaded: SoftCode | null = null;

/** The code of soft fills, if it has loaded: pages with solid bars do not load it. */
export const softCode = (): SoftCode | null => loaded;

export async function loadSoftCode(): Promise<SoftCode> {
  loaded = await import('../../../timeline/soft-look.ts');
  return loaded;
}
