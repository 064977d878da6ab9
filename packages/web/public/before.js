// Runs before the first paint, so a pinned theme never flashes the other one. app/theme.ts writes the key.
try {
  const theme = localStorage.getItem('milepost.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be refused; the system's theme is then the answer.
}

// Dates and numbers need the browser's tables of languages, which take it tens of milliseconds to open the first time: it
// does so here, while the application is still on its way, and not when the first row is drawn.
for (const Kind of [Intl.NumberFormat, Intl.DateTimeFormat, Intl.PluralRules]) {
  Kind.supportedLocalesOf('en');
  Reflect.construct(Kind, ['en']);
}
