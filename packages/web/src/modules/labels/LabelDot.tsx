/** The colour of a label, where its name stands beside it. */
export function LabelDot({ color }: { color: string }) {
  return (
    <span
      aria-hidden
      style={{
        flex: 'none',
        width: 12,
        height: 12,
        borderRadius: 3,
        background: color,
        boxShadow: 'inset 0 0 0 1px #0003',
      }}
    />
  );
}
