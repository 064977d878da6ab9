import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { TextField } from '../../ui/field/Field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { branchesQuery } from './api.ts';

interface BranchFieldProps {
  label: string;
  fullPath: string;
  value: string;
  error?: string | undefined;
  note?: string;
  onChange(branch: string): void;
}

const TYPING_MS = 200;

/** The name of a branch, with suggestions of those that exist. */
export function BranchField({ label, fullPath, value, error, note, onChange }: BranchFieldProps) {
  const id = useId();
  const { data = [] } = useQuery(branchesQuery(fullPath, useDebounced(value, TYPING_MS)));
  return (
    <>
      <TextField
        label={label}
        note={note}
        error={error}
        list={id}
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={id}>
        {data.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
