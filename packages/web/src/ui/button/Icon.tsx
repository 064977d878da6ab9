import type { LucideIcon } from 'lucide-react';

export interface IconProps {
  of: LucideIcon;
  /** 16 in controls, 14 in chips, 12 in bars; 20 and 32 alone. */
  size?: 12 | 14 | 16 | 18 | 20 | 32;
  /** The label of an icon without text beside it; otherwise the icon is decorative. */
  label?: string;
  className?: string | undefined;
}

const strokes: Readonly<Record<number, number>> = { 12: 2, 32: 1.25 };

/** A lucide icon in our sizes and strokes. */
export function Icon({ of: Shape, size = 16, label, className }: IconProps) {
  const meaning = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <Shape
      size={size}
      strokeWidth={strokes[size] ?? 1.75}
      className={className}
      {...meaning}
      style={{ flex: 'none' }}
    />
  );
}
