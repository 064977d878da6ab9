/** A title keeps at least this width, in pixels; columns beside it are left out before it gets narrower. */
export const MIN_TITLE_WIDTH = 240;
/** The same beside more than two columns: enough for most titles, and a label. */
export const ROOMY_TITLE_WIDTH = 360;
/** Between two columns, and before the first, in pixels. */
const COLUMN_GAP = 20;
/** Of a column without a value in any row, in which values can be set, in pixels. */
const EMPTY_WIDTH = 36;
/** The icon of a row, and the space on both sides of the title. */
const ROW_FRAME = 20 + 10 + 10;

/** The width of a column in pixels, and its priority: in narrow lists the columns with the lowest priority are hidden first. */
export interface ColumnLook {
  width: number;
  priority: number;
}

/** A column at the end of a row. */
export interface ListColumn<Name extends string> {
  name: Name;
  /** In pixels, without the gap. */
  width: number;
  /** The width of the list, in pixels, from which on there is room for the column. */
  from: number;
}

/**
 * The visible columns of a list, in the order of `wanted`: those in which any of `items` has a value, and narrow ones in which a value can be
 * set. Each has the minimum width of the list for which it is shown, so that columns disappear one by one, by priority, while the titles
 * keep their width.
 */
export function listColumns<Item, Name extends string>(
  items: readonly Item[],
  wanted: readonly Name[],
  looks: Readonly<Record<Name, ColumnLook>>,
  hasValue: (item: Item, name: Name) => boolean,
  mayEdit: (item: Item, name: Name) => boolean = () => false,
): ListColumn<Name>[] {
  const widthOf = (name: Name): number => {
    const { width } = looks[name];
    if (items.some((item) => hasValue(item, name))) return width;
    return items.some((item) => mayEdit(item, name)) ? EMPTY_WIDTH : 0;
  };
  const shown = wanted
    .map((name) => ({ name, width: widthOf(name), priority: looks[name].priority }))
    .filter(({ width }) => width > 0);
  return shown.map(({ name, width, priority }) => {
    const before = shown.filter((other) => other.priority > priority);
    const others = before.reduce((sum, other) => sum + other.width + COLUMN_GAP, 0);
    const title = before.length < 2 ? MIN_TITLE_WIDTH : ROOMY_TITLE_WIDTH;
    return { name, width, from: ROW_FRAME + title + others + width + COLUMN_GAP };
  });
}
