import { Link } from 'wouter';
import { paths } from '#contract/pages.ts';
import { MailLink, PROSE_LINK, Prose, ProseSection, WithBand } from './prose.tsx';

export default function ContactPage() {
  return (
    <WithBand>
      {(band) => (
        <Prose title="Contact" subtitle="A person reads everything, usually between shows.">
          <ProseSection title="General">
            <p>
              Questions, ideas, a song we got wrong: <MailLink email={band.contactEmail} />
            </p>
          </ProseSection>
          <ProseSection title="Forums">
            <p>
              Most answers come faster from other fans.{' '}
              <Link href={paths.forums()} className={PROSE_LINK}>
                Ask in the fan forums
              </Link>
            </p>
          </ProseSection>
          {band.socialLinks.length > 0 && (
            <ProseSection title="Social">
              <ul className="grid">
                {band.socialLinks.map(({ network, label, url }) => (
                  <li key={url} className="flex flex-wrap items-baseline gap-x-3">
                    <span className="w-28 text-dim">{network}</span>
                    <a href={url} target="_blank" rel="noreferrer" className={PROSE_LINK}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </ProseSection>
          )}
          <ProseSection title="Found a bug?">
            <p>
              Tell us what you did and what happened instead:{' '}
              <MailLink email={band.bugReportEmail} />
            </p>
          </ProseSection>
        </Prose>
      )}
    </WithBand>
  );
}
