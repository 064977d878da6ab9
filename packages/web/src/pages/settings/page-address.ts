import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import type { Address } from '../../platform/navigation/addresses.ts';

/** The address of the settings of a group or project. */
export function addressOfSettings({ kind, fullPath }: NamespaceRef): Address {
  return { page: kind === 'group' ? 'groupSettings' : 'projectSettings', fullPath };
}
