import { dayOf } from '@milepost/core/days';
import { dayText } from '@milepost/core/dates/timeframe-text';
import { dateLanguages, firstWeekdays } from '@milepost/core/accounts/profile';
import { newPathProblems } from '@milepost/core/namespaces';
import { nameProblems } from '@milepost/core/users';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { type Theme, themes, themeSetting } from '../../platform/settings/theme.ts';
import { AvatarField } from '../../modules/users/AvatarField.tsx';
import { type Profile, profileQuery, removeAvatar, saveAvatar, saveProfile } from '../../modules/users/profile-api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Checkbox, Select, TextField } from '../../ui/field/Field.tsx';
import { pageLook, Section } from '../../ui/page/Page.tsx';
import { preferenceMessages as messages } from './preference-messages.ts';

const reload = (): void => window.location.reload();

/**
 * Name, username and preferences of the viewer. Every part of a page shows the name or depends on a preference, so the page starts
 * again after a change.
 */
export function ProfileForm({ onSaved = reload }: { onSaved?: () => void }) {
  const query = useQuery(profileQuery);
  return (
    <Section title={<FormattedMessage {...messages.section} />}>
      <QueryView query={query}>
        {(profile) => (
          <>
            <AvatarField
              name={profile.name}
              imageUrl={profile.avatar_url}
              save={saveAvatar}
              remove={removeAvatar}
              onSaved={onSaved}
            />
            <Form profile={profile} onSaved={onSaved} />
          </>
        )}
      </QueryView>
    </Section>
  );
}

function Form({ profile, onSaved }: { profile: Profile; onSaved(): void }) {
  const { formatMessage, formatDate } = useIntl();
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const form = useForm({
    initial: {
      name: profile.name,
      username: profile.username,
      time_zone: profile.time_zone ?? '',
      date_language: profile.date_language ?? '',
      first_weekday: profile.first_weekday === null ? '' : String(profile.first_weekday),
      theme: themeSetting.get(),
      keyboard_shortcuts: profile.keyboard_shortcuts,
    },
    check({ name, username }) {
      const problems = {
        name: nameProblems(name),
        username: username === profile.username ? [] : newPathProblems(username, true),
      };
      return Object.fromEntries(Object.entries(problems).filter(([, found]) => found.length > 0));
    },
    async send({ theme, time_zone: zone, date_language: language, first_weekday: weekday, ...rest }) {
      await saveProfile({
        ...rest,
        date_language: language || null,
        time_zone: zone || null,
        first_weekday: weekday === '' ? null : Number(weekday),
      });
      themeSetting.set(theme);
    },
  });
  const { values, set } = form;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.submit()) onSaved();
  };
  const weekday = (day: number): string =>
    // The first day of 2023 was a Sunday.
    formatDate(new Date(Date.UTC(2023, 0, 1 + day)), { weekday: 'long', timeZone: 'UTC' });
  const themeNames = { system: messages.themeSystem, light: messages.themeLight, dark: messages.themeDark };
  return (
    <form className={pageLook.form} noValidate onSubmit={(event) => void submit(event)} style={{ maxWidth: 352 }}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      <TextField
        name="name"
        label={formatMessage(messages.name)}
        autoComplete="name"
        value={values.name}
        error={form.problemOf('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <TextField
        name="username"
        label={formatMessage(messages.username)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        note={formatMessage(messages.usernameNote)}
        value={values.username}
        error={form.problemOf('username')}
        onChange={(event) => set({ username: event.target.value })}
      />
      <Select
        name="time_zone"
        label={formatMessage(messages.timeZone)}
        note={formatMessage(messages.timeZoneNote)}
        value={values.time_zone}
        error={form.problemOf('time_zone')}
        onChange={(event) => set({ time_zone: event.target.value })}
      >
        <option value="">{formatMessage(messages.browserZone, { zone: browserZone })}</option>
        {zonesWith(profile.time_zone).map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </Select>
      <Select
        name="date_language"
        label={formatMessage(messages.dateLanguage)}
        note={formatMessage(messages.dateLanguageNote)}
        value={values.date_language}
        error={form.problemOf('date_language')}
        onChange={(event) => set({ date_language: event.target.value })}
      >
        <option value="">{formatMessage(messages.english, { day: exampleIn('en') })}</option>
        {dateLanguages.map((language) => (
          <option key={language} value={language}>
            {formatMessage(messages.languageAndDay, { language: languageName(language), day: exampleIn(language) })}
          </option>
        ))}
      </Select>
      <Select
        name="first_weekday"
        label={formatMessage(messages.firstWeekday)}
        value={values.first_weekday}
        error={form.problemOf('first_weekday')}
        onChange={(event) => set({ first_weekday: event.target.value })}
      >
        <option value="">{formatMessage(messages.serverWeekday)}</option>
        {firstWeekdays.map((day) => (
          <option key={day} value={day}>
            {weekday(day)}
          </option>
        ))}
      </Select>
      <Select
        name="theme"
        label={formatMessage(messages.theme)}
        note={formatMessage(messages.themeNote)}
        value={values.theme}
        onChange={(event) => set({ theme: event.target.value as Theme })}
      >
        {themes.map((theme) => (
          <option key={theme} value={theme}>
            {formatMessage(themeNames[theme])}
          </option>
        ))}
      </Select>
      <Checkbox
        name="keyboard_shortcuts"
        label={formatMessage(messages.shortcuts)}
        note={formatMessage(messages.shortcutsNote)}
        checked={values.keyboard_shortcuts}
        onChange={(event) => set({ keyboard_shortcuts: event.target.checked })}
      />
      <FormFailure failure={form.failure} />
      <div className={pageLook.formActions}>
        <Button type="submit" kind="primary" busy={form.isSending}>
          <FormattedMessage {...messages.save} />
        </Button>
      </div>
    </form>
  );
}

/** The zones that the browser knows, UTC and the stored one, which may have another name there. */
function zonesWith(stored: string | null): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(stored === null ? [] : [stored])])].toSorted();
}

/** A day in a language: "3. Feb. 2026". */
const exampleIn = (locale: string): string => dayText(EXAMPLE_DAY, locale);
const EXAMPLE_DAY = dayOf(2026, 2, 3);

const languageName = (locale: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;
