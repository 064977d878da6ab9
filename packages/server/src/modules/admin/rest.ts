import { Type } from 'typebox';
import { settingSections, type SettingSection } from '../../platform/config/stored.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { saveSettings, sendTestMessage, shownSettings } from './commands/settings.ts';

const tags = ['pages'];
const hidden = { tags, signedIn: true, isHidden: true } as const;
const sections = Object.keys(settingSections) as [SettingSection, ...SettingSection[]];
const settingsInput = Type.Object({
  section: Type.Enum(sections),
  values: Type.Record(Type.String(), Type.String({ maxLength: 2_000 })),
});

/** What the pages of the administration ask. For others than administrators it does not exist. */
export function addSiteRoutes(routes: Routes): void {
  routes.get(
    '/-/admin/settings.json',
    { summary: 'The settings of the installation', ...hidden },
    async (_request, ctx) => {
      const shown = await shownSettings(ctx);
      return Object.fromEntries(
        Object.entries(shown).map(([section, settings]) => [
          section,
          settings.map(({ name, description, defaultText, value, isSet, isSecret, isFixed }) => ({
            name,
            description,
            default: defaultText,
            value,
            set: isSet,
            secret: isSecret,
            fixed: isFixed,
          })),
        ]),
      );
    },
  );

  routes.put(
    '/-/admin/settings',
    { summary: 'Save a section of the settings', ...hidden, input: settingsInput, status: 204 },
    async ({ input }, ctx) => {
      await saveSettings(ctx, input.section, input.values);
    },
  );

  routes.post(
    '/-/admin/test_message',
    { summary: 'Send a test message to the administrator', ...hidden, status: 200 },
    async (_request, ctx) => {
      const { isSent, answer } = await sendTestMessage(ctx);
      return { sent: isSent, answer };
    },
  );
}
