import { MailLink, Prose, ProseSection, WithBand } from './prose.tsx';

export default function DonatePage() {
  return (
    <WithBand>
      {(band) => (
        <Prose title="Donate" subtitle="Coming Soon">
          <ProseSection title="Keep the lamp lit">
            <p>
              {band.productName} is free, has no ads, and sells nothing. Soon you can help pay for
              what it costs to run. We don't take donations yet.
            </p>
          </ProseSection>
          <ProseSection title="Want to help now?">
            <p>
              Write to <MailLink email={band.donationEmail ?? band.contactEmail} /> and we'll let
              you know when donations open.
            </p>
          </ProseSection>
          <ProseSection title="Disclaimer">
            <p className="text-dim">
              {band.productName} is an independent fan site, not affiliated with {band.bandName}.
              Donations go to the site alone, never to the band.
            </p>
          </ProseSection>
        </Prose>
      )}
    </WithBand>
  );
}
