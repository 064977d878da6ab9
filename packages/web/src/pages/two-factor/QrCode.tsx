import makeCode from 'qrcode-generator';
import { useMemo } from 'react';
import styles from './TwoFactor.module.css';

/** Modules of white space around the code, by the specification. */
const QUIET_ZONE = 4;

/** A QR code of a text. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = makeCode(0, 'M');
    code.addData(text);
    code.make();
    const count = code.getModuleCount();
    const indexes = Array.from({ length: count }, (_, index) => index);
    const squares = indexes.flatMap((row) =>
      indexes.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
    );
    return { size: count, path: squares.join('') };
  }, [text]);
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${size + 2 * QUIET_ZONE} ${size + 2 * QUIET_ZONE}`;
  return (
    <div className={styles.qr}>
      <svg viewBox={box} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} fill="#000" />
      </svg>
    </div>
  );
}
