#pragma once

namespace cardfit::import {

class ConfigDraft;

// What the traits of a family cannot say. Each runs after the standard shape, latent attention and experts are read.

// config_dense.cpp: one kind of block
void shapeBailing(ConfigDraft& draft);
void shapeBloom(ConfigDraft& draft);
void shapeChatGlm(ConfigDraft& draft);
void shapeDbrx(ConfigDraft& draft);
void shapeFalcon(ConfigDraft& draft);
void shapeGptOss(ConfigDraft& draft);
void shapeIndexer(ConfigDraft& draft);
void shapeInternLm(ConfigDraft& draft);
void shapeMpt(ConfigDraft& draft);
void shapeNeox(ConfigDraft& draft);
void shapeOpt(ConfigDraft& draft);
void shapePhi3Small(ConfigDraft& draft);
void shapePhiMoe(ConfigDraft& draft);
void shapeSeedOss(ConfigDraft& draft);
void shapeStarCoder2(ConfigDraft& draft);

// config_hybrid.cpp: blocks without a growing cache
void shapeFalconH1(ConfigDraft& draft);
void shapeGraniteHybrid(ConfigDraft& draft);
void shapeJamba(ConfigDraft& draft);
void shapeLfm2(ConfigDraft& draft);
void shapeMamba(ConfigDraft& draft);
void shapeMamba2(ConfigDraft& draft);
void shapeMiniMax1(ConfigDraft& draft);
void shapeNemotronH(ConfigDraft& draft);
void shapeQwen3Next(ConfigDraft& draft);
void shapeRwkv(ConfigDraft& draft);

// config_uneven.cpp: attention or MLP of unequal width
void shapeGemma4(ConfigDraft& draft);
void shapeHunyuan(ConfigDraft& draft);
void shapeLaguna(ConfigDraft& draft);
void shapeLlama4(ConfigDraft& draft);
void shapeMimoV2(ConfigDraft& draft);
void shapeMllama(ConfigDraft& draft);
void shapeNemotronNas(ConfigDraft& draft);
void shapeStep3(ConfigDraft& draft);

} // namespace cardfit::import
