import { useTranslation } from 'react-i18next';
import { AdSlot } from '../components/ad-slot.tsx';
import { HeroDrop } from '../features/compress/drop/hero-drop.tsx';
import { Applications } from '../features/landing/applications.tsx';
import { FeatureCards } from '../features/landing/cards/feature-cards.tsx';
import { FormatGuide } from '../features/landing/format-guide.tsx';
import { EducationGuide } from '../features/landing/guide/education-guide.tsx';
import { Hero } from '../features/landing/hero/hero.tsx';
import { Proofs } from '../features/landing/proofs.tsx';
import { ReadyCard } from '../features/landing/ready-card.tsx';
import { TechnicalFacts } from '../features/landing/technical-facts.tsx';
import { useReferral } from '../features/landing/use-referral.ts';
import { RecipeLinks } from '../features/recipes/recipe-links.tsx';
import { useDocumentTitle } from '../lib/use-document-title.ts';

const prefetchTool = () => void import('./compress-screen.tsx').catch(() => {});

export function LandingScreen() {
  const { t } = useTranslation();
  useDocumentTitle(t('pages.home.title'));
  useReferral();
  return (
    <>
      <Hero drop={<HeroDrop onReach={prefetchTool} />} />
      <FeatureCards />
      <Proofs />
      <AdSlot place="in-feed" className="page pt-10" />
      <EducationGuide />
      <TechnicalFacts />
      <Applications />
      <FormatGuide />
      <ReadyCard />
      <RecipeLinks />
    </>
  );
}
