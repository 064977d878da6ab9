import type { GroupItem, GroupPage, Page, ProjectItem, ProjectPage } from './addresses.ts';

/** What a page is given: its own address, parsed. */
export interface PageProps<Name extends Page> {
  address: AddressOf<Name>;
}

/** The address of one page, or of any of several. */
export type AddressOf<Name extends Page> = Name extends GroupPage | ProjectPage
  ? { page: Name; fullPath: string }
  : Name extends GroupItem | ProjectItem
    ? { page: Name; fullPath: string; iid: string }
    : Name extends 'setUp' | 'sharedRoadmap'
      ? { page: Name; token: string }
      : Name extends 'person'
        ? { page: Name; username: string }
        : { page: Name };
