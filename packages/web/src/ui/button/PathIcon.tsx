export interface PathIconProps {
  /** One of Lucide's shapes, all its strokes in one path. */
  path: string;
  size?: 12 | 14 | 16 | 18 | 20 | 32;
  /** What the icon says where no text beside it does; without it the icon is decoration. */
  label?: string | undefined;
}

const strokes: Readonly<Record<number, number>> = { 12: 2, 32: 1.25 };

/**
 * An icon for the rows of long lists, two elements in all: rows are drawn while one scrolls, and what an icon's several elements
 * would cost is half of a row.
 */
export function PathIcon({ path, size = 16, label }: PathIconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokes[size] ?? 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flex: 'none' }}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
    >
      <path d={path} />
    </svg>
  );
}
