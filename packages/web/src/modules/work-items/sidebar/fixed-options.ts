import type { UseQueryOptions } from '@tanstack/react-query';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';

/** The query for the options that match a text. */
export type OptionsFor = (search: string) => UseQueryOptions<readonly PickerOption[]>;

/** The options whose title contains the text, in any letter case. */
export function optionsNamed(options: readonly PickerOption[], search: string): PickerOption[] {
  return options.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()));
}

/** A short list that needs no request, narrowed by what is typed. `name` identifies it in the query cache. */
export function fixedOptions(name: string, options: readonly PickerOption[]): OptionsFor {
  return (search) => ({
    queryKey: ['options', name, search],
    queryFn: () => Promise.resolve(optionsNamed(options, search)),
  });
}
