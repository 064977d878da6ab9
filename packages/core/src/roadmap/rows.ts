interface WithAncestors {
  id: string;
  ancestors: { nodes: readonly { id: string }[] } | null;
}

/**
 * The epics of a loaded list that stand at its top level: those none of whose ancestors is in the list too. The others
 * are found below their ancestor.
 */
export function topLevelOf<Epic extends WithAncestors>(epics: readonly Epic[]): Epic[] {
  const loaded = new Set(epics.map((epic) => epic.id));
  return epics.filter((epic) => !(epic.ancestors?.nodes ?? []).some((ancestor) => loaded.has(ancestor.id)));
}
