package freshet.group;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopicModelTest {
  private static final TopicModel STARTER = TopicModel.starter();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | economy | Central bank raises rates as inflation worries investors
          en | sport | Late goal gives the team victory in the cup final
          en | technology | New phone chip promises faster artificial intelligence
          en | weather | Heavy rain and strong wind expected, flooding possible
          de | politics | Bundestag stimmt über neues Gesetz der Regierung ab
          de | health | Klinik meldet mehr Patienten mit Grippe, Ärzte raten zur Impfung
          fr | culture | Le festival de cinéma ouvre avec le film du réalisateur
          es | economy | El banco central baja la tasa de interés para frenar la recesión
          it | sport | La squadra vince la finale di coppa con due gol
          pt | science | Cientistas descobrem planeta com novo telescópio
          nl | crime | Politie houdt verdachte aan na overval
          ru | politics | Депутаты парламента приняли закон о выборах
          tr | economy | Merkez Bankası faiz kararını açıkladı, dolar yükseldi
          tr | sport | Milli takımın teknik direktörü maçtan sonra konuştu, futbolcular sevindi
          tr | health | Hastanelerde grip aşısı başladı, doktorlar uyardı
          et | politics | Riigikogu arutas valitsuse seaduseelnõu
          et | sport | Jalgpallikoondise mängija lõi kaks väravat
          ro | economy | Inflația a scăzut, iar banca centrală păstrează dobânda
          hr | sport | Nogometna momčad slavila je pobjedu u finalu kupa
          pl | crime | Policja zatrzymała podejrzanego o kradzież
          el | weather | Καταιγίδες και βροχές με πτώση της θερμοκρασίας
          sv | politics | Riksdagen röstar om regeringens budget efter valet
          uk | sport | Збірна перемогла у фіналі чемпіонату
          cs | economy | Banka zvýšila úroky, inflace roste
          ar | sport | فاز الفريق بالمباراة النهائية في الدوري
          zh | technology | 新款手机采用人工智能芯片
          ja | sport | サッカー代表、決勝で勝利し優勝
          """)
  void aNewUserSeesSensibleTopicsAtOnce(String language, String topic, String headline) {
    assertThat(STARTER.classify(headline, "", language).name()).isEqualTo(topic);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          forms share a root | tr | hastaneler | hastanede | futbolcular | futbolcunun
          compounds share a beginning | de | Fußballnationalmannschaft | Fußballverband | Zinsentscheidung | Zinserhöhung
          the Turkish capital of a dotless letter has no dot | tr | ışıklandırma | IŞIKLARI | isimlendirme | İSİMLER
          without spaces pairs of letters count | zh | 中央银行宣布提高利率以抑制通货膨胀 | 银行下调利率 | 国家队在决赛中击败对手夺得足球冠军 | 足球决赛今晚举行
          """)
  void aTextIsOfTheTopicWhoseWordsItsOwnAreLike(
      String why, String language, String one, String likeOne, String other, String likeOther) {
    TopicModel model = new TopicModel();
    model.learn(one, "", language, "one");
    model.learn(other, "", language, "other topic");
    assertThat(model.classify(likeOne, "", language).name()).as(why).isEqualTo("one");
    assertThat(model.classify(likeOther, "", language).name()).as(why).isEqualTo("other topic");
  }

  @Test
  void aTopicWithManyExamplesDoesNotSwallowTheOthers() {
    TopicModel model = new TopicModel();
    for (int i = 0; i < 200; i++) model.learn("match goal player " + i, "", "en", "sport");
    for (int i = 0; i < 4; i++) model.learn("bank rate inflation " + i, "", "en", "economy");
    assertThat(model.classify("inflation and the bank", "", "en").name()).isEqualTo("economy");
  }

  @Test
  void whatOneLanguageLearnedManyTimesDoesNotTiltAnother() {
    TopicModel model = new TopicModel();
    for (int i = 0; i < 200; i++) model.learn("Spiel Tor Spieler " + i, "", "de", "sport");
    model.learn("match goal", "", "en", "sport");
    model.learn("bank rate", "", "en", "economy");
    assertThat(model.classify("bank", "", "en").name()).isEqualTo("economy");
    assertThat(model.classify("goal", "", "en").name()).isEqualTo("sport");
  }

  @Test
  void aModelOfAnEarlierVersionIsRefusedWithASentence() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeInt(1);
    }
    assertThatThrownBy(() -> TopicModel.fromBytes(bytes.toByteArray()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("version 1");
  }

  @Test
  void textThatSaysNothingGoesToOther() {
    for (String text : List.of("", "   ", "123 !!", "zzqx", "\uD83D")) {
      assertThat(STARTER.classify(text, "", "en")).isEqualTo(new Topic(Topic.OTHER, 0));
    }
    assertThat(new TopicModel().classify("Any text", "", "en").name()).isEqualTo(Topic.OTHER);
  }

  @Test
  void aCorrectionTeachesAtOnce() {
    TopicModel model = TopicModel.starter();
    String title = "The bank of the river was planted with willows";
    model.correct(Gist.of(title, "", "en"), "gardening");
    Topic topic = model.classify(title, "", "en");
    assertThat(topic.name()).isEqualTo("gardening");
    assertThat(topic.confidence()).isGreaterThanOrEqualTo(0.6);
    assertThat(model.classify("Bank raises interest rates, inflation falls", "", "en").name())
        .isEqualTo("economy");
  }

  @Test
  void anyNumberOfTopicsCanBeLearned() {
    TopicModel model = new TopicModel();
    for (int i = 0; i < 40; i++) model.learn("word" + i + " thing" + i, "", "en", "topic" + i);
    for (int i = 0; i < 40; i++) {
      assertThat(model.classify("thing" + i + " word" + i, "", "en").name()).isEqualTo("topic" + i);
    }
  }

  @Test
  void languagesDoNotMix() {
    TopicModel model = new TopicModel();
    model.learn("gift", "", "en", "culture");
    model.learn("gift", "", "de", "crime");
    assertThat(model.classify("gift", "", "en").name()).isEqualTo("culture");
    assertThat(model.classify("gift", "", "de").name()).isEqualTo("crime");
  }

  @Test
  void aStoredModelLearnsTheLanguagesThatWereNotYetRead() {
    TopicModel model = TopicModel.starter();
    assertThat(model.awaits("en")).isTrue();
    assertThat(model.classify("Goal in the final", "", "en").name()).isEqualTo("sport");
    assertThat(model.awaits("en")).isFalse();
    TopicModel copy = TopicModel.fromBytes(model.toBytes());
    assertThat(copy.awaits("en")).isFalse();
    assertThat(copy.awaits("tr")).isTrue();
    assertThat(copy.classify("Hastanelerde grip aşısı başladı", "", "tr").name())
        .isEqualTo("health");
    assertThat(TopicModel.fromBytes(new TopicModel().toBytes()).awaits("en")).isFalse();
  }

  @Test
  void aModelComesBackFromItsBytes() {
    TopicModel copy = TopicModel.fromBytes(STARTER.toBytes());
    assertThat(copy.topics()).isEqualTo(STARTER.topics());
    for (String headline : List.of("Goal in the final", "Doctors warn of flu", "Snow and frost")) {
      Topic before = STARTER.classify(headline, "", "en");
      Topic after = copy.classify(headline, "", "en");
      assertThat(after.name()).isEqualTo(before.name());
      assertThat(after.confidence()).isCloseTo(before.confidence(), within(0.02));
    }
    copy.correct(Gist.of("Snow and frost", "", "en"), "gardening");
    assertThat(copy.classify("Snow and frost", "", "en").name()).isEqualTo("gardening");
  }
}
