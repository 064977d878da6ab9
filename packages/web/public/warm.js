// Dates and numbers need the browser's tables of languages, which take it tens of milliseconds to open the first time: it
// does so here, while the application is still on its way, and not when the first row is drawn.
for (const Kind of [Intl.NumberFormat, Intl.DateTimeFormat, Intl.PluralRules]) {
  Kind.supportedLocalesOf('en');
  new Kind('en');
}
