/** A line of a diff with its numbers in the old and the new file. */
export interface DiffLine {
  kind: 'hunk' | 'same' | 'added' | 'removed' | 'note';
  oldNumber: number | null;
  newNumber: number | null;
  /** Without the sign. */
  text: string;
}

/** The lines of a unified diff of one file, from its first hunk on. */
export function diffLines(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let [oldNumber, newNumber] = [0, 0];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line);
    const text = line.slice(1);
    if (hunk) {
      oldNumber = Number(hunk[1]);
      newNumber = Number(hunk[2]);
      lines.push({ kind: 'hunk', oldNumber: null, newNumber: null, text: line });
    } else if (line.startsWith('+')) {
      lines.push({ kind: 'added', oldNumber: null, newNumber, text });
      newNumber += 1;
    } else if (line.startsWith('-')) {
      lines.push({ kind: 'removed', oldNumber, newNumber: null, text });
      oldNumber += 1;
    } else if (line.startsWith(' ')) {
      lines.push({ kind: 'same', oldNumber, newNumber, text });
      oldNumber += 1;
      newNumber += 1;
    } else if (line !== '') {
      lines.push({ kind: 'note', oldNumber: null, newNumber: null, text: line.replace(/^\\ /, '') });
    }
  }
  return lines;
}

/** The numbers of added and removed lines. */
export function countLines(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  return { added: count('added'), removed: count('removed') };
}
