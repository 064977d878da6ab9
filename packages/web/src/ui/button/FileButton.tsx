import { useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';

interface FileButtonProps {
  /** The accessible name of the file input. */
  label: string;
  /** Media types, as in the attribute of the input. */
  accept: string;
  size?: 'small';
  busy?: boolean;
  onChoose(file: File): void;
  children: ReactNode;
}

/** A button that opens the browser's file dialog. The same file can be chosen twice in a row. */
export function FileButton({ label, accept, onChoose, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onChoose(file);
          event.target.value = '';
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
