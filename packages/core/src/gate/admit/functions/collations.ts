import { type FunctionGroup, names } from './group.ts';

/** Sort keys of texts, by the rules of a locale. */
export const collations: FunctionGroup = {
  kind: 'scalar',
  free: names(`
      icu_collate_af icu_collate_am icu_collate_ar icu_collate_ar_sa icu_collate_as
      icu_collate_az icu_collate_be icu_collate_bg icu_collate_bn icu_collate_bo icu_collate_br
      icu_collate_bs icu_collate_ca icu_collate_ceb icu_collate_chr icu_collate_cs
      icu_collate_cy icu_collate_da icu_collate_de icu_collate_de_at icu_collate_dsb
      icu_collate_dz icu_collate_ee icu_collate_el icu_collate_en icu_collate_en_us
      icu_collate_eo icu_collate_es icu_collate_et icu_collate_fa icu_collate_fa_af
      icu_collate_ff icu_collate_fi icu_collate_fil icu_collate_fo icu_collate_fr
      icu_collate_fr_ca icu_collate_ga icu_collate_gl icu_collate_gu icu_collate_ha
      icu_collate_haw icu_collate_he icu_collate_he_il icu_collate_hi icu_collate_hr
      icu_collate_hsb icu_collate_hu icu_collate_hy icu_collate_id icu_collate_id_id
      icu_collate_ig icu_collate_is icu_collate_it icu_collate_ja icu_collate_ka icu_collate_kk
      icu_collate_kl icu_collate_km icu_collate_kn icu_collate_ko icu_collate_kok icu_collate_ku
      icu_collate_ky icu_collate_lb icu_collate_lkt icu_collate_ln icu_collate_lo icu_collate_lt
      icu_collate_lv icu_collate_mk icu_collate_ml icu_collate_mn icu_collate_mr icu_collate_ms
      icu_collate_mt icu_collate_my icu_collate_nb icu_collate_nb_no icu_collate_ne
      icu_collate_nl icu_collate_nn icu_collate_noaccent icu_collate_om icu_collate_or
      icu_collate_pa icu_collate_pa_in icu_collate_pl icu_collate_ps icu_collate_pt
      icu_collate_ro icu_collate_ru icu_collate_sa icu_collate_se icu_collate_si icu_collate_sk
      icu_collate_sl icu_collate_smn icu_collate_sq icu_collate_sr icu_collate_sr_ba
      icu_collate_sr_me icu_collate_sr_rs icu_collate_sv icu_collate_sw icu_collate_ta
      icu_collate_te icu_collate_th icu_collate_tk icu_collate_to icu_collate_tr icu_collate_ug
      icu_collate_uk icu_collate_ur icu_collate_uz icu_collate_vi icu_collate_wae icu_collate_wo
      icu_collate_xh icu_collate_yi icu_collate_yo icu_collate_yue icu_collate_yue_cn
      icu_collate_zh icu_collate_zh_cn icu_collate_zh_hk icu_collate_zh_mo icu_collate_zh_sg
      icu_collate_zh_tw icu_collate_zu icu_sort_key`),
  bounded: {},
};
