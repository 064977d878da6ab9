/** The columns that the CSV of a roadmap has on request, in their order, after the others. */
export const addedColumns = [
  'lane',
  'second_lane',
  'health',
  'owners',
  'signals',
  'drift',
  'status_update_date',
  'lane_folded',
  'color',
  'as_of',
] as const;
export type AddedColumn = (typeof addedColumns)[number];

/** Parses a list separated by commas; null if it names an unknown column. */
export function parseAddedColumns(text: string): AddedColumn[] | null {
  const names = text.split(',').map((name) => name.trim());
  const isKnown = (name: string) => name === '' || addedColumns.some((column) => column === name);
  return names.every(isKnown) ? addedColumns.filter((column) => names.includes(column)) : null;
}
