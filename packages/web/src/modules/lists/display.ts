import { localSetting, type LocalSetting } from '../../platform/settings/local-setting.ts';

export const pageSizes = [20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** The display settings of a list: columns and rows per page. */
export interface ListDisplay<Column extends string> {
  columns: readonly Column[];
  pageSize: PageSize;
}

/** The display settings of a list in this browser; `preset`: the default columns. */
export function listDisplay<Column extends string>(
  name: string,
  all: readonly Column[],
  preset: readonly Column[],
): LocalSetting<ListDisplay<Column>> {
  const start: ListDisplay<Column> = { columns: preset, pageSize: 20 };
  return localSetting(
    `list-${name}`,
    (stored) => {
      if (stored === null) return start;
      const [size, ...names] = stored.split(' ');
      const pageSize = pageSizes.find((each) => String(each) === size);
      return pageSize ? { columns: all.filter((column) => names.includes(column)), pageSize } : start;
    },
    ({ columns, pageSize }) => [pageSize, ...columns].join(' '),
  );
}
