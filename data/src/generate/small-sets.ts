import type { ReportStep } from './progress.ts';
import type { Recipe } from './recipe.ts';

export async function generateSmallSets(_recipe: Recipe, _report: ReportStep): Promise<void> {}
