#include "engine/identity/key_set.h"

#include <utility>

#include "engine/identity/json_members.h"

namespace querygate {

Expected<KeySet, std::string> KeySet::Parse(std::string_view json) {
  if (json.size() > kMaxKeySetBytes) return Unexpected(std::string("the key set is larger than 256 KiB"));
  const JsonObject document = ReadJsonObject(json);
  if (!document.value) return Unexpected("the key set is not strict JSON: " + document.fault);
  const JsonValue* keys = FindJsonMember(*document.value, "keys");
  if (keys == nullptr || keys->kind != JsonValue::Kind::kArray)
    return Unexpected(std::string("the key set has no list `keys`"));
  if (keys->items.size() > kMaxKeys) return Unexpected(std::string("the key set holds more than 100 keys"));
  KeySet set;
  std::string first_fault = "it is empty";
  for (const JsonValue& item : keys->items) {
    // A private key that lies where keys are published is everybody's: nothing it signs means anything.
    if (FindJsonMember(item, "d") != nullptr)
      return Unexpected(std::string("the key set holds a private key; publish only public keys"));
    auto key = VerificationKey::FromJwk(item);
    if (!key) {
      first_fault = std::move(key).error();
      continue;
    }
    for (const VerificationKey& other : set.keys_) {
      if (!key->id().empty() && other.id() == key->id())
        return Unexpected(std::string("two keys of the key set have the same `kid`"));
    }
    set.keys_.push_back(*std::move(key));
  }
  if (set.keys_.empty()) return Unexpected("the key set holds no usable key: " + first_fault);
  return set;
}

Expected<KeySet, std::string> KeySet::OfSecret(std::string secret) {
  auto key = VerificationKey::FromSecret(std::move(secret));
  if (!key) return Unexpected(std::move(key).error());
  KeySet set;
  set.keys_.push_back(*std::move(key));
  return set;
}

const VerificationKey* KeySet::Find(const std::string* id, JwtAlgorithm algorithm) const {
  if (id != nullptr && id->empty()) return nullptr;
  const VerificationKey* found = nullptr;
  for (const VerificationKey& key : keys_) {
    // A shared secret has no id of its own: the issuer has only that one.
    const bool secret = key.Fits(JwtAlgorithm::kHs256);
    if (id != nullptr && !secret) {
      if (key.id() == *id) return &key;
    } else if (key.Fits(algorithm) || secret) {
      if (found != nullptr) return nullptr;
      found = &key;
    }
  }
  return found;
}

}  // namespace querygate
