import type { AddressOf, Page } from './routes.ts';

/** The props of a page: its own address, parsed. */
export interface PageProps<Name extends Page> {
  address: AddressOf<Name>;
}
