import { densities, type Density } from '@milepost/core/views/queries';
import { localSetting, type LocalSetting } from '../../ui/local-setting.ts';

export const pageSizes = [20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** The display settings of a list: columns, density and rows per page. */
export interface ListDisplay<Column extends string> {
  columns: readonly Column[];
  density: Density;
  pageSize: PageSize;
}

/** The display settings of a list in this browser; `preset`: the default columns. */
export function listDisplay<Column extends string>(
  name: string,
  all: readonly Column[],
  preset: readonly Column[],
): LocalSetting<ListDisplay<Column>> {
  const start: ListDisplay<Column> = { columns: preset, density: 'comfortable', pageSize: 20 };
  return localSetting(
    `list-${name}`,
    (stored) => {
      if (stored === null) return start;
      const [size, ...names] = stored.split(' ');
      const pageSize = pageSizes.find((each) => String(each) === size);
      const density = densities.find((each) => names.includes(each)) ?? start.density;
      return pageSize ? { columns: all.filter((column) => names.includes(column)), density, pageSize } : start;
    },
    ({ columns, density, pageSize }) =>
      [pageSize, ...(density === start.density ? [] : [density]), ...columns].join(' '),
  );
}
