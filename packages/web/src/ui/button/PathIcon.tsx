export interface PathIconProps {
  /** One of Lucide's shapes, all its strokes in one path. */
  path: string;
  size?: 12 | 14 | 16 | 18 | 20 | 32;
  /** The label of an icon without text beside it; otherwise the icon is decorative. */
  label?: string | undefined;
}

const strokes: Readonly<Record<number, number>> = { 12: 2, 32: 1.25 };

/**
 * An icon for rows of long lists, with only two elements: rows render while scrolling, and the elements of a full icon would
 * double the cost of a row.
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
