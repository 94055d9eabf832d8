import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Strength, strengthOf } from './password-strength.ts';

const levels: Record<Strength, number> = { common: 1, weak: 1, fair: 2, good: 3, strong: 4 };
const bars = [1, 2, 3, 4];

/**
 * Shows the strength of a new password. The list of common passwords is loaded when the user starts typing. The meter
 * occupies its space from the start: if it appeared late, the fields below would move away from under the pointer.
 */
export function StrengthMeter({ id, password }: { id: string; password: string }) {
  const { t } = useTranslation('account');
  const common = useCommonPasswords(password !== '');
  const strength = password !== '' && common ? strengthOf(password, common) : undefined;
  const level = strength ? levels[strength] : 0;
  const fill = level === 1 ? 'bg-danger' : 'bg-accent';
  return (
    <div className="caption flex min-h-[1lh] flex-wrap items-center">
      <span aria-hidden className="grid min-w-40 flex-1 grid-cols-4 gap-1">
        {bars.map((bar) => (
          <i key={bar} className={`h-0.75 rounded-[3px] ${bar <= level ? fill : 'bg-thread'}`} />
        ))}
      </span>
      <span id={id} className="not-empty:ms-3" aria-live="polite" data-testid={strength && 'strength'}>
        {strength && t(`strength.${strength}`)}
      </span>
    </div>
  );
}

function useCommonPasswords(isNeeded: boolean): ReadonlySet<string> | undefined {
  const [common, setCommon] = useState<ReadonlySet<string>>();
  useEffect(() => {
    if (!isNeeded) return;
    // If the list of common passwords cannot be loaded, the meter is not shown.
    import('./most-used-passwords.ts').then(
      (file) => setCommon(file.mostUsedPasswords),
      () => {},
    );
  }, [isNeeded]);
  return common;
}
