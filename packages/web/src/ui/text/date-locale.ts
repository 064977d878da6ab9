let current = 'en';

/** The language of dates; set once, when the application starts. */
export function setDateLocale(locale: string): void {
  current = locale;
}

/** In which language months are named and dates are ordered: the viewer may choose another than that of the interface. */
export function dateLocale(): string {
  return current;
}
