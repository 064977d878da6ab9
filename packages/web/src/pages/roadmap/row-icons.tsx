import {
  ChevronDown,
  ChevronRight,
  EyeOff,
  Hash,
  Info,
  Layers2,
  OctagonAlert,
  OctagonMinus,
  Weight,
} from 'lucide-react';
import { memo } from 'react';

const shapes = {
  chevronDown: ChevronDown,
  chevronRight: ChevronRight,
  eyeOff: EyeOff,
  hash: Hash,
  info: Info,
  epic: Layers2,
  blocks: OctagonAlert,
  blocked: OctagonMinus,
  weight: Weight,
};
export type RowIconName = keyof typeof shapes;

/** The icons of the rows, drawn once: hundreds of rows then only point at them. */
export const RowIconSprite = memo(function RowIconSprite() {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
      {Object.entries(shapes).map(([name, Shape]) => (
        <symbol key={name} id={`row-${name}`} viewBox="0 0 24 24">
          <Shape strokeWidth="inherit" />
        </symbol>
      ))}
    </svg>
  );
});

/** One of the icons that {@link RowIconSprite} drew. */
export function RowIcon({ name, size = 16 }: { name: RowIconName; size?: 12 | 14 | 16 }) {
  return (
    <svg width={size} height={size} strokeWidth={size === 12 ? 2 : 1.75} aria-hidden="true" style={{ flex: 'none' }}>
      <use href={`#row-${name}`} />
    </svg>
  );
}
